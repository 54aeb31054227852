"""The sections of live_sources.py."""
