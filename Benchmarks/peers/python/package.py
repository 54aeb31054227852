"""Makes a wheel importable in this process, without installing it."""

import importlib
import sys
import tempfile
import zipfile


def load(wheel):
    """The package `options_analytics` of a wheel, or of a folder that contains it."""
    if wheel.endswith(".whl"):
        folder = tempfile.TemporaryDirectory()
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder.name)
        # The folder is removed when the process ends.
        sys.modules[__name__].__dict__["folder"] = folder
        wheel = folder.name
    sys.path.insert(0, wheel)
    return importlib.import_module("options_analytics")
