"""The common parts of the sections."""

from live.sources import LiveServer

START_SECONDS, STOP_SECONDS, END_SECONDS = 60, 30, 300


class Section:
    """One section: a process of sources, and servers over data folders. Servers that still run at its end are killed."""

    def __init__(self, arguments, draw, faults):
        self.command, self.kill_count = arguments.server, arguments.kills
        self.draw, self.faults, self.servers = draw, faults, []

    def line(self, name, value):
        print(f"{name}: {value}", flush=True)

    def start(self, folder, fakes, *flags, **variables):
        server = LiveServer(self.command, folder, fakes, *flags, **variables)
        self.servers.append(server)
        return server

    def stop(self, server):
        if server.process.poll() is not None:
            self.faults(f"the server ended with {server.process.returncode}: {server.text()[-500:]}")
        elif server.terminate(STOP_SECONDS) != 0:
            self.faults("a stop was not clean")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.kill()
