"""The network, data and batch of bench/train.cpp as a careful PyTorch user would write them.

usage: train.py cnn|mlp STEPS      prints one line of JSON

Both cores, channels-last, augmentation as batched tensor operations in a DataLoader worker.
"""
import json
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from memory import peak_megabytes

INSTANCES, CLASSES, BATCH, WARMUP, BITS, FEATURES = 20_000, 1000, 128, 10, 20, 2048


def conv(i, o, size, stride):
    return nn.Conv2d(i, o, size, stride, size // 2, bias=False)


class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.conv1, self.bn1 = conv(i, o, 3, 2), nn.BatchNorm2d(o)
        self.conv2, self.bn2 = conv(o, o, 3, 1), nn.BatchNorm2d(o)
        self.downsample = nn.Sequential(nn.AvgPool2d(2), conv(i, o, 1, 1), nn.BatchNorm2d(o))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)), inplace=True)
        return F.relu(self.bn2(self.conv2(y)) + self.downsample(x), inplace=True)


def cnn():
    return nn.Sequential(
        conv(1, 32, 5, 2), nn.BatchNorm2d(32), nn.ReLU(inplace=True), Block(32, 64), Block(64, 128),
        nn.Flatten(), nn.Linear(128 * 16, FEATURES, bias=False),
        nn.BatchNorm1d(FEATURES), nn.ReLU(inplace=True))


def mlp():
    layers = []
    for i in (384, 512):
        layers += [nn.Linear(i, 512, bias=False), nn.BatchNorm1d(512), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


class Codes(nn.Module):
    """The backbone with bits, which read the classifier's answer, and the classifier itself."""

    def __init__(self, backbone, features, codebook):
        super().__init__()
        self.backbone, self.classifier = backbone, nn.Linear(features, CLASSES)
        self.bits = nn.Sequential(nn.Linear(features, BITS, bias=False), nn.BatchNorm1d(BITS))
        self.answer = nn.Parameter(torch.ones(BITS))
        self.signs = codebook * 2 - 1

    def forward(self, x):
        features = self.backbone(x)
        logits = self.classifier(features)
        with torch.no_grad():
            evidence = (logits.logsumexp(1, True) - np.log(CLASSES)).clamp_min(0)
            answer = (logits * 16).softmax(1) * evidence @ self.signs
        return self.bits(features) + self.answer * answer, logits


def augment(x):
    """Affine map, elastic field and stroke width as in llcodes/data/augment.cpp."""
    n, _, h, w = x.shape
    r = lambda *s: torch.rand(*s) * 2 - 1
    angle, shear = r(n) * 0.12, r(n) * 0.15
    sx, sy = torch.exp(r(n) * 0.12), torch.exp(r(n) * 0.12)
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = angle.cos() * sx, (shear - angle.sin()) * sx
    theta[:, 1, 0], theta[:, 1, 1] = angle.sin() * sy, angle.cos() * sy
    theta[:, :, 2] = r(n, 2) * 0.12
    grid = F.affine_grid(theta, (n, 1, h, w), align_corners=False)
    field = F.interpolate(r(n, 2, 4, 4) * 0.1, size=(h, w), mode="bicubic", align_corners=True)
    k = r(n, 1, 1, 1) * 0.6
    thick, thin = F.max_pool2d(x, 3, 1, 1), -F.max_pool2d(-x, 3, 1, 1)
    x = x + torch.where(k > 0, k * (thick - x), -k * (thin - x))
    return F.grid_sample(x, grid + field.permute(0, 2, 3, 1), align_corners=False)


class Batches(torch.utils.data.Dataset):
    """Whole batches as items: the fastest way to feed a DataLoader from memory."""

    def __init__(self, pictures):
        rng = np.random.default_rng(1)
        shape = (INSTANCES, 1, 32, 32) if pictures else (INSTANCES, 384)
        self.x = torch.from_numpy(rng.integers(0, 256, shape, dtype=np.uint8) if pictures
                                  else rng.random(shape, dtype=np.float32))
        self.y = torch.arange(INSTANCES) % CLASSES
        self.pictures = pictures
        self.order = torch.randperm(INSTANCES)

    def __len__(self):
        return INSTANCES // BATCH

    def __getitem__(self, b):
        index = self.order[b * BATCH:(b + 1) * BATCH]
        x, y = self.x[index], self.y[index]
        return (augment((x.float() / 255 - 0.5) / 0.5) if self.pictures else x), y


def main():
    pictures, steps = sys.argv[1] == "cnn", int(sys.argv[2])
    torch.set_num_threads(len(__import__("os").sched_getaffinity(0)))
    codebook = torch.randint(0, 2, (CLASSES, BITS)).float()
    model = Codes(cnn(), FEATURES, codebook) if pictures else Codes(mlp(), 512, codebook)
    if pictures:
        model = model.to(memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9, nesterov=True,
                                weight_decay=5e-4)
    loader = torch.utils.data.DataLoader(Batches(pictures), batch_size=None, num_workers=1)
    step, start = -WARMUP, 0.0
    while step < steps:
        for x, y in loader:
            if step == 0:
                start = time.perf_counter()
            if pictures:
                x = x.contiguous(memory_format=torch.channels_last)
            z, logits = model(x)
            loss = (BITS * F.binary_cross_entropy_with_logits(z, codebook[y])
                    + F.cross_entropy(logits, y, label_smoothing=0.1))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            step += 1
            if step == steps:
                rate = steps * BATCH / (time.perf_counter() - start)
                peak = peak_megabytes()
                break
    print(json.dumps({"instances_per_second": rate, "peak_megabytes": peak,
                      "parameters": sum(p.numel() for p in model.parameters())}))


main()
