# `make help` lists the targets. CI runs `.ci/run`.

PACKAGES := coinor-libcbc3 libopenblas-dev liblapacke-dev libsimdjson-dev libsqlite3-dev zlib1g-dev
PREFIX := /usr/local
# How much is checked and measured. ACCURACY, BENCHMARK, SERVER_ARGUMENTS and PAGE_ARGUMENTS are arguments of the programs that do it.
SECONDS := 60
LINES := 250000
WORK := 180
SEED := 1
COUNT := 3000
REQUESTS := 10000000
BODIES := 1000000
HEADS := 100000
KILLS := 100
READERS := 1000
LIVE_SECONDS := 16

# Nobody debugs a build of CI, and debug information takes a ninth of its time.
NO_DEBUGGING := $(if $(CI),-debug-info-format none)
CHECKED := --explicit-target-dependency-import-check error $(NO_DEBUGGING) -Xswiftc -warnings-as-errors
BUILD_FLAGS := $(if $(CI),$(CHECKED))
# Linking the Swift runtime statically reduces the startup time by a third. libsimdjson stays shared.
RELEASE := -c release --static-swift-stdlib $(NO_DEBUGGING)
# What is released has no debug information, and no path of a file in C, so that its bytes do not depend on the folder.
DISTRIBUTED := $(RELEASE) --scratch-path .build/distributed -Xswiftc -gnone -Xcc -g0 -Xcc -ffile-prefix-map=$(CURDIR)/=
# The commit that `--version` names.
COMMIT = $(shell git describe --always --exclude '*' --abbrev=12 --dirty 2>/dev/null)
# The packages that use the library as a dependency share one build of it; each plans its own part.
NESTED := -c release $(NO_DEBUGGING) --disable-build-manifest-caching --scratch-path .build/nested --package-path
PROGRAMS := .build/programs
OPTIONS := $(PROGRAMS)/options
# The commands of the server to check and measure, and of a bare server of HummingbirdCore to compare with ("none" leaves it out).
SERVER := $(PROGRAMS)/options-server
BUILT_SERVER = $(filter $(PROGRAMS)/options-server,$(SERVER))
BARE := Benchmarks/server/bare/.build/release/Bare
TOOLS := .build/server-tools
PYTHON := .ci/python Tests/support/requirements.txt
PACKAGE := Sources/OptionsPython/package
# Formats and checks the scripts of the page. DENO_NO_UPDATE_CHECK disables the update check.
DENO := DENO_DIR=.build/deno DENO_NO_UPDATE_CHECK=1 $(PYTHON) -m deno
PAGE_SCRIPTS = --config Tests/Page/deno.json $(wildcard Sources/COptionsPage/page/*.js Sources/COptionsPage/page/*/*.js Tests/Page/*.mjs Tests/Page/*.ts)
# One processor, if the system has taskset.
PIN = $$(command -v taskset >/dev/null && echo taskset -c 0)
SWIFT_SOURCES := Package.swift Sources Tests Benchmarks docs
LIBRARIES := OptionsAnalytics AccountMargin ExactPayoff LinearAlgebra MarketData OptionKernels OptionPricing OptionsClient PayoffChart PortfolioRisk \
	StrategyBatch StrategyContract StrategyNames StrategyRequests StrategyValuation VolatilitySmile

run: $(OPTIONS) ## builds a release and answers the documented request
	$(OPTIONS) calculate --pretty Fixtures/contract/long-call.json
serve: $(PROGRAMS)/options-server ## builds a release of the server and starts it on http://127.0.0.1:8080
	$(PROGRAMS)/options-server
build: $(OPTIONS) $(PROGRAMS)/options-server ## builds a release of the two programs into .build/programs
programs: $(addprefix $(PROGRAMS)/,options options-server fake-sources gates store-benchmark) ## builds all programs into .build/programs
install: ## installs the programs that `make build` built under PREFIX=/usr/local and DESTDIR, with manual pages, completions and a unit
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" .ci/package/install
uninstall: ## removes what `make install` installed
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" .ci/package/install --remove
install-check: PACKAGES += binutils curl man-db mandoc python3 systemd zsh fish
install-check: packages $(OPTIONS) $(BUILT_SERVER) ## installs into a folder, runs both programs as another user, and uninstalls
	python3 .ci/package/check_install.py
dist dist-check dist-boot: PACKAGES += binutils dpkg-dev python3-venv xz-utils
dist: packages wheel ## builds archive, Debian package, wheel, bills of materials and checksums into .build/dist
	for program in options options-server; do OPTIONS_COMMIT=$(COMMIT) swift build $(DISTRIBUTED) --product $$program || exit 1; done
	MAINTAINER="$(MAINTAINER)" BUILD=.build/distributed .ci/package/dist
dist-check: PACKAGES += debootstrap
dist-check: dist ## verifies checksums and bills of materials, and tries the Debian package in a bare Debian 12, as root
	cd .build/dist && sha256sum --check --quiet SHA256SUMS
	for file in .build/dist/*.spdx.json; do \
		.ci/python .ci/package/requirements.txt -m spdx_tools.spdx.clitools.pyspdxtools --infile $$file || exit 1; done
	.ci/package/check_deb
dist-boot: PACKAGES += debootstrap e2fsprogs qemu-system-x86
dist-boot: dist ## boots a bare Debian 12 with the Debian package under an emulator, as root, and uses the service; minutes
	.ci/package/check_boot
dist-twice: ## builds the release in two clones in different folders, and compares the bytes
	.ci/package/reproduce
packages: ## installs missing system packages, as root or through sudo
	@.ci/packages $(PACKAGES)
clean: ## removes all build products
	rm -rf .build Benchmarks/.build Benchmarks/*/.build Benchmarks/server/bare/.build Tests/*/.build docs/consumer/.build
help: ## lists the targets
	@sed -n 's/^\([a-z][a-z0-9 -]*\):.*## \(.*\)/\1|\2/p' Makefile | \
		awk -F'|' '{ count = split($$1, names, " "); for (i = 1; i <= count; i++) printf "make %-20s %s\n", names[i], $$2 }'

# All tests at once have 5,000 files open. From 1,360 on, Foundation's `Process` reads behind a buffer with the names of open files.
test: packages ## runs every test, and builds and runs the consumer package
	swift test $(BUILD_FLAGS) --experimental-maximum-parallelization-width 8
	$(MAKE) consumer
consumer: packages ## builds and runs docs/consumer, a package that uses the library; it must not link Foundation
	.ci/consumer $(NESTED)
engine-asan asan tsan: packages ## run the engine's tests, optimised, or every test, with the address or thread sanitizer
	.ci/sanitized-tests $@
fuzz: packages $(if $(filter heads,$(READER)),$(BUILT_SERVER)) ## fuzzes readers for SECONDS=60 with libFuzzer and the address sanitizer; READER="margin heads"
	SERVER="$(SERVER)" .ci/fuzz $(SECONDS) $(READER)
accuracy: PACKAGES += gcc python3 python3-mpmath
accuracy: packages ## measures errors against 128-bit arithmetic; ACCURACY="--points 10000 price" measures less
	python3 Sources/COptionsKernels/coefficients/check.py
	swift test --disable-testable-imports $(NESTED) Tests/Accuracy
	swift run $(NESTED) Tests/Accuracy accuracy $(ACCURACY)
arm64: PACKAGES += qemu-user-static gcc-aarch64-linux-gnu libc6-dev-arm64-cross
arm64: packages ## compares the kernels, compiled for arm64, with the reference tables under qemu
	.ci/arm64
gates gates-update: PACKAGES += valgrind binutils python3
gates gates-update: $(PROGRAMS)/gates $(BUILT_SERVER) ## compare instructions and allocations with thresholds, or write new ones; find gathers
	.ci/gathers $(PROGRAMS)/gates
	python3 .ci/gates.py --gates $(PROGRAMS)/gates --server "$(SERVER)" $(if $(filter gates-update,$@),--update)
lint format: PACKAGES += python3-venv
lint: PACKAGES += python3 python3-mpmath
lint: packages ## checks format, warnings as errors, imports, Python types, reference tables, names in documents, and that no interface breaks
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	$(DENO) fmt --check $(PAGE_SCRIPTS) && $(DENO) lint $(PAGE_SCRIPTS)
	python3 .ci/documents.py && python3 .ci/documents_test.py
	.ci/python $(PACKAGE)/tests/requirements.txt -m mypy --strict $(PACKAGE)/options_analytics
	swift build --build-tests $(CHECKED)
	python3 .ci/api/api_test.py && python3 .ci/api/check.py $(LIBRARIES) StrategySearch
	python3 Fixtures/contract/reference.py --check && python3 Fixtures/reference/tables.py --quick
api-update: PACKAGES += python3
api-update: packages ## records the public Swift API and the OpenAPI document in Fixtures/api, unless they break a release
	swift build $(BUILD_FLAGS)
	python3 .ci/api/check.py --update $(LIBRARIES) StrategySearch
tables: PACKAGES += python3 python3-gmpy2 python3-mpmath python3-numpy
tables: packages ## computes every reference table again, at 50 digits; minutes
	python3 Fixtures/reference/tables.py
format: packages ## formats the sources
	swift format --in-place --recursive $(SWIFT_SOURCES)
	$(DENO) fmt $(PAGE_SCRIPTS)
docs: PACKAGES += curl jq python3
docs: packages $(OPTIONS) $(PROGRAMS)/options-server ## builds the reference of the libraries, checks its examples, and runs the commands of documents
	swift build $(BUILD_FLAGS)
	.ci/documentation $(LIBRARIES)
	python3 .ci/document_examples.py $(PROGRAMS) $(addprefix docs/,command-line.md tour.md margin.md recognise.md risk.md store.md) README.md
reference: ## generates the golden responses, by exact arithmetic in Python
	python3 Fixtures/contract/reference.py --write

# Checks of the server. SERVER="command" checks another one, SEED=2 with other random requests and moments.
server-bytes server-faults server-find server-kills server-live server-offline server-streams store-kills partitions bench-market same-answers: PACKAGES += python3
margin openapi generated risk schemathesis page bench-page pictures bench-server bench-batch disagreements: PACKAGES += python3-venv
openapi generated schemathesis page server-bytes server-faults server-find server-kills server-live server-offline server-streams: packages
bench-page bench-server bench-server-memory bench-market gates gates-update pictures: packages
margin: packages $(OPTIONS) ## compares margin of random accounts with searches of its own in fractions, and times it; MARGIN="--only program --count 1000"
	$(PYTHON) Tests/Margin/check.py $(OPTIONS) --seed $(SEED) $(MARGIN)
same-answers: $(and $(OLD),$(OPTIONS)) ## compares the answers to COUNT=3000 random requests with those of OLD, options of the commit before
	@$(if $(OLD),,echo "make same-answers needs OLD, the program options of the commit before" >&2; exit 64)
	python3 Tests/Answers/compare.py --old $(OLD) --new $(OPTIONS) --count $(COUNT) --seed $(SEED)
openapi: $(OPTIONS) $(BUILT_SERVER) ## compares the OpenAPI document with engine and server; COUNT=3000 random requests
	$(PYTHON) Tests/OpenAPI/check.py $(OPTIONS) --server "$(SERVER)" --count $(COUNT) --seed $(SEED)
generated: $(BUILT_SERVER) ## generates a client and models from the OpenAPI document, calls every JSON endpoint and reads every answer
	$(PYTHON) Tests/OpenAPI/generated.py --server "$(SERVER)"
risk: $(OPTIONS) ## compares options risk with a full revaluation in numpy; RISK="--count 1000 --seed 2" compares more portfolios
	$(PYTHON) Tests/Risk/check.py $(OPTIONS) $(RISK)
schemathesis: $(BUILT_SERVER) ## tests the server against its OpenAPI document
	$(PYTHON) Benchmarks/server/run.py --server "$(SERVER)" -- Tests/OpenAPI/schemathesis.sh {url}
server-bytes: $(OPTIONS) $(BUILT_SERVER) ## compares the answers of the server with those of options, byte for byte
	python3 Benchmarks/server/same_bytes.py --server "$(SERVER)" --options $(OPTIONS) --seed $(SEED) $(SERVER_ARGUMENTS)
server-faults: $(BUILT_SERVER) ## sends BODIES=1000000 and HEADS=100000 that are damaged, slow clients, stops under load
	python3 Tests/Server/faults.py --server "$(SERVER)" --bodies $(BODIES) --heads $(HEADS) --seed $(SEED) $(SERVER_ARGUMENTS)
server-kills: $(BUILT_SERVER) ## kills the server KILLS=100 times during imports, during copies, and while trades change
	python3 Tests/Server/kills.py --server "$(SERVER)" --kills $(KILLS) --seed $(SEED) $(SERVER_ARGUMENTS)
server-live: $(BUILT_SERVER) $(PROGRAMS)/fake-sources ## runs the server on imitated sources, with faults and KILLS=100 kills
	python3 Tests/Server/live_sources.py --server "$(SERVER)" --fakes $(PROGRAMS)/fake-sources --kills $(KILLS) \
		--seed $(SEED) $(SERVER_ARGUMENTS)
server-find: $(BUILT_SERVER) ## measures searches through HTTP: first progress, calculate meanwhile, closed connections
	python3 Tests/Server/find.py --server "$(SERVER)" $(SERVER_ARGUMENTS)
server-streams: $(BUILT_SERVER) ## follows the server with READERS=1000 streams: changes, calculate meanwhile, returns, a restart
	python3 Tests/Server/streams.py --server "$(SERVER)" --readers $(READERS) $(SERVER_ARGUMENTS)
server-offline: PACKAGES += iproute2
server-offline: $(BUILT_SERVER) ## checks in a network namespace of its own that the server needs no network and no key
	python3 Tests/Server/offline.py --server "$(SERVER)"
page bench-page pictures: PACKAGES += chromium-headless-shell fonts-dejavu-core node-typescript
page: $(OPTIONS) $(BUILT_SERVER) ## checks types, tests and behaviour of the page in Chromium; PAGE_ARGUMENTS='--only "sideways"'
	mkdir -p .build/page && python3 Tests/Page/interface_types.py > .build/page/server.d.ts
	tsc --project Tests/Page && node --test $(wildcard Tests/Page/*.test.mjs)
	OPTIONS=$(OPTIONS) LIVE_SECONDS=$(LIVE_SECONDS) $(PYTHON) Tests/Page/check.py --server "$(SERVER)" $(PAGE_ARGUMENTS)
pictures: PACKAGES += advancecomp
pictures: $(BUILT_SERVER) ## takes the pictures of the documents; PAGE_ARGUMENTS="--all .build/page/views" takes every view on every screen
	$(PYTHON) Tests/Page/pictures.py --server "$(SERVER)" $(PAGE_ARGUMENTS)
	advpng --recompress --shrink-extra --quiet docs/images/*.png
distributed distributed-wheel: PACKAGES += python3-venv $(if $(shell command -v java),,openjdk-17-jre-headless)
distributed: $(OPTIONS) ## answers partitions of a batch under Apache Spark, and compares the bytes with those of one process
	.ci/python docs/distributed/requirements.txt docs/distributed/check.py $(OPTIONS)
distributed-wheel: $(OPTIONS) wheel ## values options and answers requests with the wheel under Spark, and compares the bytes
	.ci/python docs/distributed/wheel-requirements.txt docs/distributed/check_arrow.py .build/wheel/*.whl $(OPTIONS)
partitions: $(OPTIONS) ## does the same without Spark
	python3 docs/distributed/check.py --without-spark $(OPTIONS)

# The Python package.
python wheel: PACKAGES += advancecomp binutils python3-dev python3-venv
wheel: packages ## builds the wheel of the Python package into .build/wheel, and checks its tag and size
	.ci/wheel
python: $(OPTIONS) wheel ## tests the wheel with each Python from 3.11 on that is found, and its answers against those of options
	.ci/python-tests $(OPTIONS)

# Benchmarks print `name: value unit` lines. BENCHMARK=--once runs each operation once.
bench: PACKAGES += hyperfine python3
bench: $(OPTIONS) ## measures whole processes
	python3 Benchmarks/processes.py $(OPTIONS) $(BENCHMARK)
# The C library allocates huge pages; without them, the columns of a million options need 6,000 page-table entries.
bench-kernels: export GLIBC_TUNABLES := glibc.malloc.hugetlb=1
# One of its measurements uses two threads.
bench-find: PIN :=
bench-kernels bench-request bench-chain bench-scenario bench-recognise bench-find: bench-%: packages ## measure a part of the engine
	swift build $(NESTED) Benchmarks --product bench-$*
	$(PIN) .build/nested/release/bench-$* $(BENCHMARK)
bench-quantlib: PACKAGES += libquantlib0-dev g++
bench-quantlib: packages ## measures American options of QuantLib and of the engine, in one run
	@mkdir -p $(TOOLS)
	g++ -O3 -o $(TOOLS)/quantlib Benchmarks/peers/quantlib/american.cpp -lQuantLib
	$(MAKE) bench-kernels BENCHMARK=american
	$(MAKE) bench-kernels BENCHMARK=dividends
	$(PIN) $(TOOLS)/quantlib
bench-batch: PEERS := .ci/python Benchmarks/peers/requirements.txt
bench-batch: $(OPTIONS) ## compares batches of LINES=250000 requests with pipelines of orjson, pandas and numpy
	python3 Benchmarks/peers/generate.py --count $(LINES) > .build/strategies.ndjson
	$(PEERS) Benchmarks/peers/table.py .build/strategies.ndjson > .build/legs.csv
	$(PEERS) Benchmarks/peers/compare.py $(OPTIONS) .build/strategies.ndjson .build/legs.csv
bench-python: wheel ## measures the wheel and other Python libraries in one run; PYTHON3=python3.12 includes opengreeks
	.ci/python Benchmarks/peers/python/requirements.txt Benchmarks/peers/python/bench.py .build/wheel/*.whl
performance: wheel ## measures columns of one to a million options beside other Python libraries, and draws them for docs/performance.md
	.ci/python Benchmarks/peers/python/requirements.txt Benchmarks/peers/python/sizes.py .build/wheel/*.whl docs/images/performance.svg
bench-store: PACKAGES += sqlite3
bench-store: $(PROGRAMS)/store-benchmark ## measures the store; the shell of SQLite is the comparison
	$(PROGRAMS)/store-benchmark $(BENCHMARK)
store-kills: $(PROGRAMS)/store-benchmark ## kills a process that writes to the store, KILLS=100 times
	python3 Benchmarks/store/kill.py $(PROGRAMS)/store-benchmark --kills $(KILLS) --seed $(SEED)
bench-work: PACKAGES += python3
bench-work: $(OPTIONS) ## searches for WORK=180 seconds for the most expensive requests within the strict limits
	python3 Benchmarks/bounded/search.py $(OPTIONS) --limits strict --budget $(WORK) --seed $(SEED)
bench-server bench-server-memory bench-market: PACKAGES += wrk
bench-server: PACKAGES += nginx-light
bench-server: $(OPTIONS) $(BUILT_SERVER) $(TOOLS)/open_loop $(TOOLS)/stream $(filter-out none,$(BARE)) ## measures the server on one core, with nginx, FastAPI and ASGI
	$(PYTHON) Benchmarks/server/bench.py --server "$(SERVER)" --bare "$(filter-out none,$(BARE))" --options $(OPTIONS) \
		--tools $(TOOLS) $(SERVER_ARGUMENTS)
bench-server-memory: $(BUILT_SERVER) ## measures the memory of the server during REQUESTS=10000000 requests
	python3 Benchmarks/server/memory.py --server "$(SERVER)" --requests $(REQUESTS) $(SERVER_ARGUMENTS)
bench-market: $(BUILT_SERVER) $(TOOLS)/open_loop ## measures snapshot, search, chains and memory on the simulated market
	python3 Benchmarks/server/market.py --server "$(SERVER)" --tools $(TOOLS) $(SERVER_ARGUMENTS)
bench-page: $(BUILT_SERVER) ## measures first visits and the time from key to diagram in Chromium
	$(PYTHON) Benchmarks/page/bench.py --server "$(SERVER)" $(PAGE_ARGUMENTS)
bench-crossing: packages ## finds from how many contracts a matrix product is faster than linear pieces
	$(PIN) Benchmarks/crossing/run
bench-lines: packages ## runs every benchmark for seconds, and checks that it prints the lines that Benchmarks/lines promises
	python3 .ci/benchmark_lines.py
disagreements: $(OPTIONS) ## prints where popular Python tools disagree with exact arithmetic; downloads a gigabyte
	.ci/python Benchmarks/peers/disagreements-requirements.txt Benchmarks/peers/disagreements.py $(OPTIONS)
far-prices: wheel ## compares prices far out of the money of the wheel and other Python libraries with 80 digits; PYTHON3=python3.12
	.ci/python Benchmarks/peers/python/requirements.txt Benchmarks/peers/python/far.py .build/wheel/*.whl
measure: ## runs for hours what CI shortens or leaves out: before a release, or for a change of what it measures
	.ci/measure

# CI builds the programs once and sets BUILT for the stages after it.
$(PROGRAMS)/%: $(if $(BUILT),,force) | packages
	OPTIONS_COMMIT=$(COMMIT) swift build $(RELEASE) --product $*
	@mkdir -p $(@D) && { cmp -s .build/release/$* $@ || { cp .build/release/$* $@.new && mv $@.new $@; }; }
Benchmarks/server/bare/.build/release/Bare: force | packages
	swift build --package-path Benchmarks/server/bare -c release
$(TOOLS)/%: Benchmarks/server/%.c | packages
	mkdir -p $(@D)
	clang -O3 -Wall -Wextra -Wconversion -Werror $< -o $@
.PHONY: force $(shell sed -n 's/^\([a-z][a-z0-9 -]*\):.*\#\#.*/\1/p' Makefile)
