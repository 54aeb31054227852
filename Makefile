# Targets:
#
#   make run        installs missing packages, builds a release and answers the documented request
#   make serve      builds a release of the server and starts it on http://127.0.0.1:8080 (docs/server.md)
#   make test       installs missing packages, runs every test, and builds and runs the consumer package
#   make consumer   builds and runs docs/consumer, an example of a package that uses the library
#   make build      builds a release
#   make bench      benchmarks the line kernel and whole processes; prints tables (requires Swift 6.3)
#   make bench-kernels   measures the time per option on each instruction set and of a plain loop; prints
#                   `name: value unit` lines
#   make bench-request   measures single requests from bytes to bytes, batches of the same requests, and strategies as
#                   Swift values; prints `name: value unit` lines
#   make bench-chain     measures the analysis of a chain of 2,000 contracts, whole and without its parts; prints
#                   `name: value unit` lines
#   make bench-scenario  measures books of 10,000 positions in 2,000 scenarios and plain loops; prints
#                   `name: value unit` lines
#   make bench-recognise measures the split of random accounts of 4 to 200 legs into strategies, and a plain greedy
#                   matcher: strategies found and time; prints `name: value unit` lines
#   make bench-batch     measures strategies per second, compared with a Python pipeline; LINES=250000 requests
#   make bench-work      searches for the most expensive requests within the strict limits, for WORK=180 seconds; prints
#                   `name: value unit` lines, and fails if a request takes over a second or 256 MiB
#   make bench-server    measures options-server on one core, with FastAPI and bare ASGI in the same run: throughput,
#                   latency, fairness, batches, idle connections; prints `name: value unit` lines, with targets.
#                   SERVER="command" measures another server, BARE=none leaves out a server of HummingbirdCore alone;
#                   SERVER_ARGUMENTS="--only latency --rounds 3" measures less, "--gate" fails if a target is missed
#   make bench-server-memory   measures the memory of options-server after each tenth of REQUESTS=10000000 requests
#   make server-bytes    compares the answers of options-server with those of options, byte for byte, for all fixtures
#                   and 10,000 random requests; SEED=2 makes others
#   make server-faults   looks for faults of options-server: damaged bodies (BODIES=1000000) and heads (HEADS=100000), slow
#                   clients, stops under load, and more work than its limits allow; prints `name: value` lines and the
#                   faults. SEED=2 damages others; SERVER_ARGUMENTS="--only heads,stop" checks less
#   make bench-market    measures the market data of options-server on the simulated market: snapshot, search, chains, memory;
#                   prints `name: value unit` lines, with targets; SERVER_ARGUMENTS="--only snapshot" measures less
#   make page            checks the page of options-server: the types of its modules, their tests in Node, and its behaviour in
#                   Chromium. PAGE_ARGUMENTS='--only "sideways"' checks less
#   make bench-page      measures the page in Chromium: bytes of a first visit, time to its first view, time from key to
#                   diagram, and an empty page in the same run; prints `name: value unit` lines, with targets.
#                   PAGE_ARGUMENTS="--visits 3" measures less
#   make server-kills    kills options-server KILLS=100 times during an import of daily prices and as often during the copy of
#                   the tickers, and checks after each kill that nothing is lost and nothing is asked twice. SEED=2 kills at
#                   other moments
#   make server-live     runs options-server on imitations of the live sources, with their limits and faults, and kills it
#                   KILLS=100 times; SERVER_ARGUMENTS="--only snapshot,keys" checks less
#   make server-offline  checks in a network namespace of its own that options-server needs no network and no key
#   make disagreements   prints the results of popular Python tools in cases where they disagree with exact arithmetic,
#                   and those of this engine (docs/disagreements.md); downloads a gigabyte of tools from PyPI
#   make distributed     answers requests, some of them invalid, under Apache Spark and compares the bytes with those of
#                   one process (docs/distributed.md); requires Java 17 and PySpark (half a gigabyte from PyPI)
#   make bench-crossing  compares payoffs by a matrix product and by linear pieces (requires clang)
#   make fuzz       fuzzes decoder and calculation with libFuzzer and the address sanitizer; SECONDS=60
#   make accuracy   measures the errors of prices, greeks, implied volatilities and calendars against 128-bit
#                   arithmetic; prints tables (x86-64 Linux, gcc). ACCURACY="--points 10000 price" measures fewer
#                   points, and only the regions with that name
#   make asan       runs the tests with the address sanitizer
#   make openapi    checks the OpenAPI document: its syntax, its examples, and the verdicts of its schemas on fixtures and
#                   COUNT=3000 random requests against those of the engine
#   make schemathesis    tests options-server against its OpenAPI document, in all checks of Schemathesis
#   make lint       checks format, warnings as errors, imports and golden files
#   make format     formats the sources
#   make reference  generates the golden responses, by exact arithmetic in Python
#   make docs       builds the documentation of the libraries into .build/documentation, with broken links as errors,
#                   and type-checks the examples of its articles
#   make clean      removes all build products

PACKAGES := libopenblas-dev liblapacke-dev libsimdjson-dev libsqlite3-dev zlib1g-dev
SECONDS := 60
LINES := 250000
WORK := 180
SEED := 1
COUNT := 3000
ACCURACY :=
REQUESTS := 10000000
BODIES := 1000000
KILLS := 100
HEADS := 100000
# The commands of the servers to measure. If SERVER is empty, options-server is built and measured.
SERVER :=
BARE :=
SERVER_ARGUMENTS :=
PAGE_ARGUMENTS :=
# Linking the Swift runtime statically reduces the startup time by a third. libsimdjson stays shared.
RELEASE := -c release --product options --static-swift-stdlib
SERVER_RELEASE := -c release --product options-server --static-swift-stdlib
SERVER_COMMAND = $(or $(SERVER),$$(swift build $(SERVER_RELEASE) --show-bin-path)/options-server)
# What CI checks with every build. One set of flags, so that lint, tests and documentation share their build.
CHECKED := --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors
BUILD_FLAGS :=
LIBRARIES := OptionsAnalytics LinearAlgebra MarketData OptionPricing OptionsClient PayoffChart PortfolioRisk StrategyAnalytics StrategyBatch \
	StrategyContract VectorMath VolatilitySmile
SWIFT_SOURCES := Package.swift Sources Tests Benchmarks docs

.PHONY: run serve test consumer build bench bench-kernels bench-request bench-chain bench-scenario bench-recognise bench-batch bench-work bench-crossing bench-server bench-server-memory server-bytes server-faults server-kills server-live bench-market server-offline page bench-page server-build disagreements distributed fuzz accuracy asan openapi schemathesis lint format reference docs clean install

run: build
	"$$(swift build $(RELEASE) --show-bin-path)/options" calculate --pretty Fixtures/contract/long-call.json

build: install
	swift build $(RELEASE)

serve: server-build
	"$$(swift build $(SERVER_RELEASE) --show-bin-path)/options-server"

# All tests at once have 5,000 files open. From 1,360 on, Foundation's `Process` reads behind a buffer with the names of open files.
test: install
	swift test $(BUILD_FLAGS) --experimental-maximum-parallelization-width 8
	$(MAKE) consumer

# The library must not link Foundation.
consumer: install
	swift run --package-path docs/consumer
	libraries="$$(ldd "$$(swift build --package-path docs/consumer --show-bin-path)/consumer")" && \
		echo "$$libraries" | grep -q libsimdjson && ! echo "$$libraries" | grep Foundation

bench: build
	OPTIONS_EXECUTABLE="$$(swift build $(RELEASE) --show-bin-path)/options" \
		swift package --package-path Benchmarks benchmark --no-progress

# One thread, pinned to one processor if the system has taskset. The C library allocates huge pages; without them, the
# columns of a million options need 6,000 page-table entries.
bench-kernels: install
	swift build --package-path Benchmarks -c release --product Kernels
	pin="$$(command -v taskset && echo -c 0)"; \
		GLIBC_TUNABLES=glibc.malloc.hugetlb=1 $$pin "$$(swift build --package-path Benchmarks -c release --show-bin-path)/Kernels"

# One thread, pinned to one processor if the system has taskset.
bench-request: install
	swift build --package-path Benchmarks -c release --product Request
	pin="$$(command -v taskset && echo -c 0)"; \
		$$pin "$$(swift build --package-path Benchmarks -c release --show-bin-path)/Request" Fixtures

# One thread, pinned to one processor if the system has taskset.
bench-chain: install
	swift build --package-path Benchmarks -c release --product Chain
	pin="$$(command -v taskset && echo -c 0)"; \
		$$pin "$$(swift build --package-path Benchmarks -c release --show-bin-path)/Chain"

# One thread, pinned to one processor if the system has taskset.
bench-scenario: install
	swift build --package-path Benchmarks -c release --product Scenario
	pin="$$(command -v taskset && echo -c 0)"; \
		$$pin "$$(swift build --package-path Benchmarks -c release --show-bin-path)/Scenario"

# One thread, pinned to one processor if the system has taskset.
bench-recognise: install
	swift build --package-path Benchmarks -c release --product Recognise
	pin="$$(command -v taskset && echo -c 0)"; \
		$$pin "$$(swift build --package-path Benchmarks -c release --show-bin-path)/Recognise"

# Compares with a pipeline of orjson and numpy. LINES=1500000 measures more requests. The output goes to /dev/null, so the
# figures exclude the disk.
bench-batch: PACKAGES += python3-venv
bench-batch: build
	python3 -m venv .build/peers
	.build/peers/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/peers/requirements.txt
	python3 Benchmarks/peers/generate.py --count $(LINES) > .build/strategies.ndjson
	.build/peers/bin/python Benchmarks/peers/compare.py "$$(swift build $(RELEASE) --show-bin-path)/options" \
		.build/strategies.ndjson

# Processor time and peak memory of whole processes. The same seed gives the same requests; SEED=2 gives others.
bench-work: PACKAGES += python3
bench-work: build
	python3 Benchmarks/bounded/search.py "$$(swift build $(RELEASE) --show-bin-path)/options" --limits strict \
		--budget $(WORK) --seed $(SEED)

# Servers run on the first processor, the load on the second. SERVER_ARGUMENTS=--help lists the arguments.
bench-server: PACKAGES += python3-venv wrk
bench-server: build server-build .build/server-tools/open_loop .build/server-tools/stream .build/server-peers/installed
	$(if $(BARE),,swift build --package-path Benchmarks/server/bare -c release)
	bare="$(or $(BARE),$$(swift build --package-path Benchmarks/server/bare -c release --show-bin-path)/Bare)"; \
	.build/server-peers/bin/python Benchmarks/server/bench.py --server "$(SERVER_COMMAND)" --bare "$${bare#none}" \
		--options "$$(swift build $(RELEASE) --show-bin-path)/options" --tools .build/server-tools $(SERVER_ARGUMENTS)

bench-server-memory: PACKAGES += python3 wrk
bench-server-memory: server-build
	python3 Benchmarks/server/memory.py --server "$(SERVER_COMMAND)" --requests $(REQUESTS) $(SERVER_ARGUMENTS)

server-bytes: PACKAGES += python3
server-bytes: build server-build
	python3 Benchmarks/server/same_bytes.py --server "$(SERVER_COMMAND)" \
		--options "$$(swift build $(RELEASE) --show-bin-path)/options" --seed $(SEED) $(SERVER_ARGUMENTS)

server-faults: PACKAGES += python3
server-faults: server-build
	python3 Tests/Server/faults.py --server "$(SERVER_COMMAND)" --bodies $(BODIES) --heads $(HEADS) --seed $(SEED) \
		$(SERVER_ARGUMENTS)

server-kills: PACKAGES += python3
server-kills: server-build
	python3 Tests/Server/kills.py --server "$(SERVER_COMMAND)" --kills $(KILLS) --seed $(SEED) $(SERVER_ARGUMENTS)

# The imitated sources are a program of this package. SERVER_ARGUMENTS=--help lists the sections.
server-live: PACKAGES += python3
server-live: server-build
	swift build $(BUILD_FLAGS) --product fake-sources
	python3 Tests/Server/live_sources.py --server "$(SERVER_COMMAND)" \
		--fakes "$$(swift build $(BUILD_FLAGS) --show-bin-path)/fake-sources" --kills $(KILLS) --seed $(SEED) $(SERVER_ARGUMENTS)

bench-market: PACKAGES += python3 wrk
bench-market: server-build .build/server-tools/open_loop
	python3 Benchmarks/server/market.py --server "$(SERVER_COMMAND)" --tools .build/server-tools $(SERVER_ARGUMENTS)

server-offline: PACKAGES += python3 iproute2
server-offline: server-build
	python3 Tests/Server/offline.py --server "$(SERVER_COMMAND)"

# Debian's TypeScript checks the types, which stand in comments. CHROMIUM=/path/to/browser checks in another browser.
PAGE_PACKAGES := python3-venv chromium-headless-shell fonts-dejavu-core
page: PACKAGES += $(PAGE_PACKAGES) node-typescript
page: build server-build .build/page/installed
	tsc --project Tests/Page
	$(if $(wildcard Tests/Page/*.test.mjs),node --test $(wildcard Tests/Page/*.test.mjs))
	OPTIONS="$$(swift build $(RELEASE) --show-bin-path)/options" .build/page/bin/python Tests/Page/check.py --server "$(SERVER_COMMAND)" $(PAGE_ARGUMENTS)

bench-page: PACKAGES += $(PAGE_PACKAGES)
bench-page: server-build .build/page/installed
	.build/page/bin/python Benchmarks/page/bench.py --server "$(SERVER_COMMAND)" $(PAGE_ARGUMENTS)

.build/page/installed: Tests/Page/requirements.txt | install
	python3 -m venv .build/page
	.build/page/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

server-build: install
	$(if $(SERVER),,swift build $(SERVER_RELEASE))

.build/server-tools/%: Benchmarks/server/%.c | install
	mkdir -p .build/server-tools
	clang -O3 -Wall -Wextra -Wconversion -Werror $< -o $@

.build/server-peers/installed: Benchmarks/peers/server-requirements.txt | install
	python3 -m venv .build/server-peers
	.build/server-peers/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# Installs all tools at their pinned versions. If one fails to install (for example, on another Python version), the others
# are installed one by one, and the failed tool is reported as not run.
disagreements: PACKAGES += python3-venv
disagreements: build .build/tools/installed
	@.build/tools/bin/python Benchmarks/peers/disagreements.py "$$(swift build $(RELEASE) --show-bin-path)/options"

.build/tools/installed: Benchmarks/peers/disagreements-requirements.txt | install
	python3 -m venv .build/tools
	.build/tools/bin/pip install --quiet --disable-pip-version-check -r $< || \
		while read -r tool; do .build/tools/bin/pip install --quiet --disable-pip-version-check $$tool || true; done < $<
	touch $@

# Downloads PySpark from PyPI (half a gigabyte).
distributed: PACKAGES += python3-venv $(if $(shell command -v java),,openjdk-17-jre-headless)
distributed: build .build/spark/installed
	.build/spark/bin/python docs/distributed/check.py "$$(swift build $(RELEASE) --show-bin-path)/options"

.build/spark/installed: docs/distributed/requirements.txt | install
	python3 -m venv .build/spark
	.build/spark/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# Finds the number of contracts from which a matrix product evaluates payoffs faster than linear pieces.
bench-crossing: install
	clang -O3 -march=native Benchmarks/crossing/crossing.c -o .build/crossing -lopenblas
	pin="$$(command -v taskset && echo -c 0)"; \
		core="$$(grep -q avx512dq /proc/cpuinfo && echo SKYLAKEX || echo HASWELL)"; \
		OPENBLAS_CORETYPE=$$core $$pin .build/crossing

fuzz: install
	swift build --package-path Tests/Fuzz -c release -Xswiftc -use-ld=lld -Xswiftc -sanitize=fuzzer,address \
		-Xcc -fsanitize=fuzzer-no-link,address -Xcxx -fsanitize=fuzzer-no-link,address
	mkdir -p .build/corpus
	cp Fixtures/contract/*.json Tests/Fuzz/seeds/*.json .build/corpus
	ASAN_OPTIONS=malloc_context_size=0 "$$(swift build --package-path Tests/Fuzz -c release --show-bin-path)/fuzz" \
		-max_total_time=$(SECONDS) -max_len=4096 -timeout=10 -print_final_stats=1 .build/corpus

# Checks the coefficients, then the reference against the tables, then the engine against the reference.
accuracy: PACKAGES += gcc python3 python3-mpmath
accuracy: install
	python3 Sources/COptionsKernels/coefficients/check.py
	swift test --package-path Tests/Accuracy
	swift run --package-path Tests/Accuracy -c release accuracy $(ACCURACY)

# LeakSanitizer would report allocations that the Swift runtime never frees. All tests at once are so slow under the sanitizer that
# those that wait for a server give up.
asan: install
	ASAN_OPTIONS="detect_leaks=0:suppressions='$(CURDIR)/Tests/AddressSanitizer/suppressions.txt'" \
		swift test --sanitize address --scratch-path .build/asan --experimental-maximum-parallelization-width 4

openapi: PACKAGES += python3-venv
openapi: build server-build .build/openapi/installed
	.build/openapi/bin/python Tests/OpenAPI/check.py "$$(swift build $(RELEASE) --show-bin-path)/options" \
		--server "$$(swift build $(SERVER_RELEASE) --show-bin-path)/options-server" --count $(COUNT) --seed $(SEED)

schemathesis: PACKAGES += python3-venv
schemathesis: server-build .build/openapi/installed
	PATH="$(CURDIR)/.build/openapi/bin:$$PATH" python3 Benchmarks/server/run.py --server "$(SERVER_COMMAND)" \
		-- Tests/OpenAPI/schemathesis.sh {url}

.build/openapi/installed: Tests/OpenAPI/requirements.txt | install
	python3 -m venv .build/openapi
	.build/openapi/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# A Python script checks the golden files.
lint: PACKAGES += python3
lint: install
	swift format lint --strict --recursive $(SWIFT_SOURCES)
	swift build --build-tests $(CHECKED)
	python3 Fixtures/contract/reference.py --check

format:
	swift format --in-place --recursive $(SWIFT_SOURCES)

reference:
	for response in Fixtures/contract/*.response.json; do \
		python3 Fixtures/contract/reference.py "$${response%.response.json}.json" > "$$response" || exit 1; \
	done

# `swift package dump-symbol-graph` fails at C targets if a package sets its C++ standard. The example of each article is a
# separate program.
docs: install
	swift build $(BUILD_FLAGS)
	rm -rf .build/documentation
	products="$$(swift build --show-bin-path)"; \
	modules="-I $$products/Modules $$(printf -- '-Xcc -fmodule-map-file=%s ' "$$products"/*.build/module.modulemap)"; \
	for library in $(LIBRARIES); do \
		work=.build/documentation/$$library; \
		mkdir -p $$work; \
		swift-symbolgraph-extract -module-name $$library -target "$$(basename "$$(dirname "$$products")")" $$modules \
			-minimum-access-level public -skip-synthesized-members -output-dir $$work || exit 1; \
		docc convert Sources/$$library/$$library.docc --warnings-as-errors --fallback-bundle-identifier $$library \
			--additional-symbol-graph-dir $$work --output-path $$work.doccarchive || exit 1; \
		for article in Sources/$$library/$$library.docc/*.md; do \
			example=$$work/$$(basename "$$article" .md).swift; \
			sed -n '/^```swift$$/,/^```$$/{/^```/!p}' "$$article" > "$$example"; \
			swiftc -typecheck -module-name example -swift-version 6 $$modules "$$example" || exit 1; \
		done; \
	done

clean:
	rm -rf .build Benchmarks/.build Benchmarks/server/bare/.build Tests/Fuzz/.build Tests/Accuracy/.build docs/consumer/.build

# Installs missing system packages, as root or through sudo. On systems without apt-get, the headers must already be
# installed.
install:
	@missing=""; \
	for package in $(PACKAGES); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q "install ok installed" || missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	if ! command -v apt-get >/dev/null; then \
		printf '#include <simdjson.h>' | clang++ -std=c++17 -E -x c++ - >/dev/null 2>&1 && exit 0; \
		echo "This system has no apt-get. Install OpenBLAS, LAPACKE and simdjson with their headers, then try again." >&2; \
		exit 1; \
	fi; \
	if [ "$$(id -u)" = 0 ]; then as_root=""; \
	elif command -v sudo >/dev/null; then as_root="sudo"; \
	else echo "Installing$$missing requires root: run 'apt-get install$$missing' as root." >&2; exit 1; fi; \
	echo "installing$$missing"; \
	$$as_root apt-get update -qq; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null
