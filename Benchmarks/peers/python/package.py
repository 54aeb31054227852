"""Makes a wheel importable in this process, without installing it."""

import atexit
import importlib
import shutil
import sys
import tempfile
import zipfile


def load(wheel):
    """The package `options_analytics` of a wheel, or of a folder that contains it."""
    folder = wheel
    if wheel.endswith(".whl"):
        folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, folder)
        zipfile.ZipFile(wheel).extractall(folder)
    sys.path.insert(0, folder)
    return importlib.import_module("options_analytics")
