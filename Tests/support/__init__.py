"""What the checks and benchmarks in Python share: a server that they start and ask, and the faults that they count."""
