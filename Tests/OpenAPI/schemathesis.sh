#!/bin/sh
# Tests a running server against the OpenAPI document.
#
#   schemathesis.sh BASE_URL [OPTION…]
#
# Options are those of `schemathesis run`, such as --max-examples 1000. `schemathesis` must be in PATH.
# schemathesis.toml lists the expectations that do not hold, with the reasons.
#
# The document is read from its file: Schemathesis does not test the operation from which it gets the document.
set -eu
base_url="$1"
shift
folder="$(cd "$(dirname "$0")" && pwd)"
export HYPOTHESIS_STORAGE_DIRECTORY="$folder/../../.build/hypothesis"
PYTHONPATH="$folder" PYTHONDONTWRITEBYTECODE=1 exec schemathesis --config-file "$folder/schemathesis.toml" \
	run "$folder/../../Sources/COptionsServer/openapi.json" --url "$base_url" \
	--phases examples,coverage,fuzzing --checks all --seed 1 "$@"
