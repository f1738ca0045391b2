"""Memory of this process at its peak, and of its loader processes now, without what they share."""
import glob
import resource


def private_megabytes(pid):
    with open(f"/proc/{pid}/smaps_rollup") as lines:
        sizes = [int(line.split()[1]) for line in lines if line.startswith("Private_")]
    return sum(sizes) / 1024


def peak_megabytes():
    workers = [pid for path in glob.glob("/proc/self/task/*/children")
               for pid in open(path).read().split()]
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return own + sum(private_megabytes(pid) for pid in workers)
