# The commands of the project; `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# `make bench NAME...`: the words behind it are figures, not targets.
ifeq ($(firstword $(MAKECMDGOALS)),bench)
FIGURES += $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(eval $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS)):;@:)
endif

.PHONY: help vocabularies build release test test-live check plans docs thread-sanitizer format demo demo-stop bench build-time clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

vocabularies: ## fetch what tokens are counted exactly with
	@scripts/install-packages test
	@scripts/fetch-vocabularies

build: ## compile for development
	@scripts/install-packages build
	swift build

release: ## compile what is shipped
	@scripts/install-packages build
	swift build -c release --product compactor
	swift build -c release --product offline-model

test: ## set up and run every test
	@scripts/install-packages test
	@# Tests that need the vocabularies are skipped visibly where they cannot be fetched.
	@scripts/fetch-vocabularies || true
	@# So are those that need the judges of rendered histories.
	@scripts/install-judges || true
	swift build --build-tests
	@# One at a time: tests that wait for a socket or a process must not keep two cores' threads from one another.
	swift test --skip-build --no-parallel

test-live: ## run the tests against a real llama.cpp server and a LiteLLM proxy, installed under .build
	@scripts/install-packages test
	swift build --build-tests
	@scripts/live-servers with swift test --skip-build --no-parallel --filter LiveTests

demo: ## set up and run the main job on a sample archive
	@scripts/demo

demo-stop: ## stop what the demo started
	@scripts/demo stop

check: ## the format, the imports and the scripts
	@scripts/install-packages test
	swift format lint --strict --recursive Sources Tests Examples Package.swift
	scripts/check-imports
	scripts/check-samples

plans: ## judge the plans for 200,000 generated transcripts by every property
	@scripts/install-packages build
	@scripts/check-plans

docs: ## run every command and example of the documentation, check its facts and links, and what deploys
	@scripts/install-packages test
	swift build
	scripts/check-docs
	scripts/check-examples
	scripts/check-snippets
	scripts/docc
	scripts/check-facts
	scripts/check-mistakes
	scripts/check-compose

# Of the end-to-end tests, those in which several things happen at a time; the others run the same code one by one, and
# real data takes too long under the sanitizer.
CONCURRENT_SUITES = FleetTests|PoolerTests|KillTests|PauseTests|RestartTests|RollbackRaceTests|SignalTests|SpendTests|ScheduleTests|SideBySideTests|BackfillTests

thread-sanitizer: ## run the concurrent suites under the thread sanitizer
	@scripts/install-packages test
	scripts/thread-sanitizer/run LanguageModelsTests HistoryModifiersTests SkillFilesTests CurlChatCompletionsTests ChatCompletionsTests \
	  HTTPServingTests TelemetryTests PostgresClientTests CurlTransportTests WorkerTests StorageTests \
	  'EndToEndTests\.($(CONCURRENT_SUITES))'

format: ## rewrite the sources in the project's format
	swift format --in-place --recursive Sources Tests Examples Package.swift

bench: ## measure speed and memory against their bounds; `make bench eviction` measures some
	@scripts/install-packages test
	@Benchmarks/bench $(FIGURES)

build-time: ## what compiling costs, and its slowest files
	@scripts/build-time

clean: ## remove what building left
	rm -rf .build
