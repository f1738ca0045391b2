"""Safetensors in thirty lines of numpy: what the scripts beside this file read and write."""
import json

import numpy as np

TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "|u1",
         "U64": "<u8", "U32": "<u4", "U16": "<u2", "I16": "<i2", "I8": "|i1", "BOOL": "|b1"}
NAMES = {np.dtype(code): name for name, code in TYPES.items()}


def save(path, tensors, metadata=None):
    """Writes a dict of numpy arrays; wide elements first, so that each array is aligned."""
    order = sorted(tensors, key=lambda name: (-tensors[name].dtype.itemsize, name))
    header, offset = ({"__metadata__": metadata} if metadata else {}), 0
    for name in order:
        array = tensors[name]
        header[name] = {"dtype": NAMES[array.dtype], "shape": list(array.shape),
                        "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for name in order:
            file.write(np.ascontiguousarray(tensors[name]).tobytes())


def load(path):
    """The arrays of a file, by name."""
    with open(path, "rb") as file:
        data = file.read()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8:8 + length])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        array = np.frombuffer(data[8 + length + begin:8 + length + end], TYPES[entry["dtype"]])
        tensors[name] = array.reshape(entry["shape"])
    return tensors
