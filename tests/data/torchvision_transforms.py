"""What torchvision makes of a picture, for transforms_test.cpp.

usage: torchvision_transforms.py < TASKS, a line each:
  centre PICTURE OUTPUT          Resize(256) + CenterCrop(224)
  boxes DRAWS OUTPUT             RandomResizedCrop of lines "height width draw draw ..."
  colour PICTURE OUTPUT STEP X   one step of ColorJitter

Pictures are written as planar bytes, boxes as lines "top left height width". Without a task it only
shows that torchvision is installed.
"""
import sys

import numpy as np
import torch
import torchvision.transforms.functional as F
from PIL import Image
from torchvision import transforms


class Draws:
    """Stands in for torch inside torchvision and hands out the given numbers in 0 ... 1."""

    def __init__(self, numbers):
        self.numbers = iter(numbers)

    def __getattr__(self, name):
        return getattr(torch, name)

    def empty(self, _):
        return self

    def uniform_(self, low, high):
        return torch.tensor(float(low) + (float(high) - float(low)) * next(self.numbers),
                            dtype=torch.float64)

    def randint(self, low, high, size):
        return torch.tensor([low + int(next(self.numbers) * (high - low))])


def boxes(source, output):
    with open(source) as lines, open(output, "w") as out:
        for line in lines:
            height, width, *draws = line.split()
            transforms.transforms.torch = Draws([float(draw) for draw in draws])
            picture = torch.zeros(1, int(height), int(width))
            box = transforms.RandomResizedCrop.get_params(picture, [0.08, 1.0], [3 / 4, 4 / 3])
            print(*box, file=out)


def write(picture, output):
    np.asarray(picture).transpose(2, 0, 1).tofile(output)


def perform(task, source, output, *rest):
    if task == "boxes":
        boxes(source, output)
        return
    picture = Image.open(source).convert("RGB")
    if task == "centre":
        view = transforms.Compose([transforms.Resize(256), transforms.CenterCrop(224)])
        write(view(picture), output)
    else:
        change = {"brightness": F.adjust_brightness, "contrast": F.adjust_contrast,
                  "saturation": F.adjust_saturation, "hue": F.adjust_hue}[rest[0]]
        write(change(picture, float(rest[1])), output)


for line in sys.stdin:
    perform(*line.split())
