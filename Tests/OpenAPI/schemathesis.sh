#!/bin/sh
# Tests a running server against its OpenAPI document.
#
#   schemathesis.sh BASE_URL [OPTION…]
#
# Options are those of `schemathesis run`, such as --max-examples 1000. `schemathesis` must be in PATH. schemathesis.toml
# lists the checks that do not apply, with the reasons.
set -eu
base_url="$1"
shift
folder="$(cd "$(dirname "$0")" && pwd)"
PYTHONPATH="$folder" PYTHONDONTWRITEBYTECODE=1 exec schemathesis --config-file "$folder/schemathesis.toml" \
	run "$base_url/api/rest/openapi.json" --url "$base_url" \
	--phases examples,coverage,fuzzing --checks all --seed 1 "$@"
