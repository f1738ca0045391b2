#!/usr/bin/python3
"""Converts a PyTorch state dict to safetensors, for `llcodes train --weights`.

usage: convert_weights.py STATE.pth OUTPUT.safetensors [--codebook CODES.npy]

Takes a plain state dict or a checkpoint that holds one under "state_dict", "model" or "net".
"module." before the names (DataParallel, LLC's released models) goes. LLC's codebook, an .npy of
classes x bits of real or -1/+1 values, becomes the tensor "codebook". Loading a .pth file can run
code that is hidden in it: convert only files you trust. Needs python3-torch.
"""
import argparse
import sys

import numpy as np
import torch

import safetensors_file


def find_state(loaded):
    """The dict of tensors inside whatever torch.load returned."""
    for key in ("state_dict", "model", "net"):
        if isinstance(loaded, dict) and isinstance(loaded.get(key), dict):
            loaded = loaded[key]
    if not isinstance(loaded, dict):
        sys.exit(f"convert_weights: found a {type(loaded).__name__}, expected a state dict")
    return {name: value for name, value in loaded.items() if isinstance(value, torch.Tensor)}


def to_array(tensor):
    if tensor.dtype == torch.bfloat16 or tensor.dtype == torch.float16:
        tensor = tensor.float()
    return tensor.detach().cpu().contiguous().numpy()


def read_codebook(path):
    codes = np.load(path, allow_pickle=False)
    if codes.ndim != 2:
        sys.exit(f"convert_weights: {path}: found shape {codes.shape}, expected classes x bits")
    if set(np.unique(codes)) <= {0, 1}:
        codes = codes * 2 - 1
    return codes.astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("state")
    parser.add_argument("output")
    parser.add_argument("--codebook", help=".npy of classes x bits")
    arguments = parser.parse_args()
    state = find_state(torch.load(arguments.state, map_location="cpu"))
    tensors = {name.removeprefix("module."): to_array(value) for name, value in state.items()}
    if not tensors:
        sys.exit(f"convert_weights: {arguments.state} holds no tensors")
    if arguments.codebook:
        tensors["codebook"] = read_codebook(arguments.codebook)
    safetensors_file.save(arguments.output, tensors)
    print(f"{len(tensors)} tensors: {arguments.output}")


main()
