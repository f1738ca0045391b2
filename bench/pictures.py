"""The work of bench/pictures.cpp as a careful user of torchvision would write it.

usage: pictures.py load|train|encode FOLDER STEPS      prints one line of JSON
"""
import json
import os
import sys
import time

import torch
import torch.nn.functional as F
import torchvision
from torchvision import transforms

from memory import peak_megabytes

BATCH, WORKERS, WARMUP, BITS = 32, 2, 2, 20
NORMALIZE = transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])


def make_loader(workload, folder):
    if workload == "encode":
        steps = [transforms.Resize(256), transforms.CenterCrop(224)]
    else:
        steps = [transforms.RandomResizedCrop(224), transforms.RandomHorizontalFlip()]
    data = torchvision.datasets.ImageFolder(
        folder, transforms.Compose(steps + [transforms.ToTensor(), NORMALIZE]))
    return torch.utils.data.DataLoader(data, BATCH, shuffle=workload != "encode", drop_last=True,
                                       num_workers=WORKERS, persistent_workers=True)


def make_work(workload):
    """The work on a batch, and the parameters of its network."""
    if workload == "load":
        return (lambda x, y: None), 0
    model = torchvision.models.resnet18()
    model.fc = torch.nn.Sequential(torch.nn.Linear(512, BITS, bias=False),
                                   torch.nn.BatchNorm1d(BITS))
    model = model.to(memory_format=torch.channels_last)
    parameters = sum(p.numel() for p in model.parameters())
    if workload == "encode":
        model.eval()

        def encode(x, _):
            with torch.inference_mode():
                model(x.contiguous(memory_format=torch.channels_last))
        return encode, parameters
    codebook = torch.randint(0, 2, (8, BITS)).float()
    optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9, nesterov=True,
                                weight_decay=5e-4)

    def train(x, y):
        z = model(x.contiguous(memory_format=torch.channels_last))
        loss = BITS * F.binary_cross_entropy_with_logits(z, codebook[y])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    return train, parameters


def main():
    workload, folder, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    loader, (work, parameters) = make_loader(workload, folder), make_work(workload)
    step, start = -WARMUP, 0.0
    while step < steps:
        for x, y in loader:
            if step == 0:
                start = time.perf_counter()
            work(x, y)
            step += 1
            if step == steps:
                rate = steps * BATCH / (time.perf_counter() - start)
                peak = peak_megabytes()
                break
    print(json.dumps({"instances_per_second": rate, "peak_megabytes": peak,
                      "parameters": parameters}))


main()
