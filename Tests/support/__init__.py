"""The code that checks and benchmarks in Python share: starting servers, asking them, and counting faults."""
