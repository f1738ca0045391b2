"""Outputs, gradients and batch-norm statistics of torchvision's networks, for backbones_test.cpp.

usage: torchvision_reference.py NETWORK INPUT.safetensors OUTPUT.safetensors
       torchvision_reference.py --check        exits with 0 if torchvision is installed

INPUT holds "input", "target" and the weights; OUTPUT gets "eval.output", "train.output",
"gradient.<parameter>", "gradient.input" and "after.<buffer>".
"""
import os
import sys

import torch
import torchvision

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import safetensors_file  # noqa: E402


def bottleneck_with_stride_on_1x1(model):
    for name in ("layer2", "layer3", "layer4"):
        block = getattr(model, name)[0]
        block.conv1.stride, block.conv2.stride = block.conv2.stride, block.conv1.stride


def make(network):
    base = network.removesuffix("-1x1")
    model = getattr(torchvision.models, base)()
    if network.endswith("-1x1"):
        bottleneck_with_stride_on_1x1(model)
    if base == "alexnet":
        model.classifier = model.classifier[:6]
    else:
        model.fc = torch.nn.Identity()
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    return model


def main():
    if sys.argv[1] == "--check":
        return
    tensors = {name: torch.from_numpy(array.copy())
               for name, array in safetensors_file.load(sys.argv[2]).items()}
    picture, target = tensors.pop("input").requires_grad_(), tensors.pop("target")
    model = make(sys.argv[1])
    model.load_state_dict(tensors, strict=True)
    results = {"eval.output": model.eval()(picture).detach()}
    output = model.train()(picture)
    (output * target).sum().backward()
    results["train.output"] = output.detach()
    results["gradient.input"] = picture.grad
    for name, parameter in model.named_parameters():
        results["gradient." + name] = parameter.grad
    for name, buffer in model.named_buffers():
        results["after." + name] = buffer
    safetensors_file.save(sys.argv[3], {name: value.numpy() for name, value in results.items()})


main()
