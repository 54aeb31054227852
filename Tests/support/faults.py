"""The faults that a check finds."""

SHOWN = 40


class Faults:
    """Counts faults, and prints the first ones."""

    def __init__(self):
        self.count = 0

    def __call__(self, what):
        self.count += 1
        if self.count <= SHOWN:
            print(f"FAULT {what}", flush=True)
