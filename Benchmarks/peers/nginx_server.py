"""Runs nginx, which answers POST of a path with the bytes of a file. This is the peer of `options-server` in benchmarks: the cost of HTTP alone.

Run: nginx_server.py FOLDER [--port 0]
FOLDER holds the file under the path. nginx replaces this process, so its processor time is that of the process."""

import argparse
import os
import socket
import time
from pathlib import Path

# The file is open and its pages are in memory. A POST of a file is 405, which becomes the file.
CONFIGURATION = """
daemon off;
master_process off;
error_log stderr;
pid nginx.pid;
events {{ worker_connections 1024; }}
http {{
    {temporary}
    access_log off;
    sendfile off;
    open_file_cache max=10;
    keepalive_requests 1000000000;
    default_type application/json;
    server {{
        listen 127.0.0.1:{port};
        root .;
        error_page 405 =200 $uri;
    }}
}}
"""
TEMPORARY = ("client_body", "fastcgi", "proxy", "scgi", "uwsgi")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    # nginx cannot report a port that the system chooses.
    with socket.create_server(("127.0.0.1", arguments.port)) as listener:
        port = listener.getsockname()[1]
    temporary = " ".join(f"{name}_temp_path {name};" for name in TEMPORARY)
    folder = arguments.folder.resolve()
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(port=port, temporary=temporary))
    if os.fork() == 0:
        report(port)
        return
    path = f"{os.environ['PATH']}:/usr/sbin"
    os.execvpe("nginx", ["nginx", "-p", str(folder), "-c", str(configuration)], {**os.environ, "PATH": path})


def report(port):
    """Prints the address as soon as nginx accepts connections."""
    for _ in range(1000):
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", port)) == 0:
                print(f"listening on http://127.0.0.1:{port}", flush=True)
                return
        time.sleep(0.01)


if __name__ == "__main__":
    main()
