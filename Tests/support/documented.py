"""The documented request, with which checks and benchmarks test that a server answers."""

import json
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"
DOCUMENTED = FIXTURES / "contract" / "long-call.json"
RESPONSE = FIXTURES / "contract" / "long-call.response.json"
CALCULATE = "/api/rest/options/calculate"
FIXED = "/health/live"


def require_answer(server, path):
    """Requires the right answer to the documented request, or a 200 from a GET of another path. Returns the size of the answer."""
    if path == CALCULATE:
        answer = server.ask("POST", path, DOCUMENTED.read_bytes(), **{"Content-Type": "application/json"})
    else:
        answer = server.ask("GET", path)
    if answer.status != 200:
        server.fail(f"answered {path} with {answer.status} {answer.body[:300]}")
    if path == CALCULATE and answer.value != json.loads(RESPONSE.read_bytes()):
        server.fail(f"answered the documented request wrongly: {answer.body[:300]}")
    return len(answer.body)
