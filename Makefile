# Boojum. `make` builds ./boojum, `make check` passes the tests. GNU make.
#
# Variables a user may set: CC CFLAGS LDFLAGS EXE BUILD PREFIX DESTDIR ARCH (for example ARCH=native) WERROR=1
# For OpenBench: `make EXE=name CC=compiler EVALFILE=net` builds ./name.

CC ?= cc
EXE ?= boojum
PREFIX ?= /usr/local
BUILD ?= build
ARCH ?=
CFLAGS ?= -O3 -g

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wcast-qual -Wvla -Wundef $(if $(WERROR),-Werror)
# The same source gives the same program wherever it lies.
SAME_PATHS = -ffile-prefix-map="$(CURDIR)"=.
# ASSERT=1 keeps the assertions (every move then proves all incremental state).
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -Iinclude -Isrc $(if $(ASSERT),,-DNDEBUG) $(WARNINGS) \
	$(if $(ARCH),-march=$(ARCH)) $(SAME_PATHS) -pthread $(CFLAGS) $(SANITIZE)
ALL_LDFLAGS = -pthread $(LDFLAGS) $(SANITIZE)

FLOORS = base rules judge search
LIB_OBJECTS = $(patsubst src/%.c,$(BUILD)/%.o,$(sort $(wildcard $(FLOORS:%=src/%/*.c))))
TALK_OBJECTS = $(patsubst src/%.c,$(BUILD)/%.o,$(filter-out src/talk/main.c,$(sort $(wildcard src/talk/*.c))))
TEST_OBJECTS = $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(sort $(wildcard tests/*.c)))
LIB = $(BUILD)/libboojum.a

# `boojum play` edits its lines with a library where pkg-config finds one; LINE_EDITOR=none does without.
LINE_EDITOR ?= $(firstword $(foreach name,readline libedit,\
	$(shell pkg-config --exists $(name) 2>/dev/null && echo $(name))) none)
ifneq ($(LINE_EDITOR),none)
EDITOR_CFLAGS := $(if $(filter readline,$(LINE_EDITOR)),-DBOOJUM_READLINE,-DBOOJUM_EDITLINE) \
	$(shell pkg-config --cflags-only-I $(LINE_EDITOR) 2>/dev/null)
EDITOR_LIBS := $(shell pkg-config --libs $(LINE_EDITOR) 2>/dev/null)
endif

CHECK_CFLAGS = $(shell pkg-config --cflags check)
CHECK_LIBS = $(shell pkg-config --libs check)

# What OpenBench passes to engines that have a net.
ifneq ($(EVALFILE),)
$(info EVALFILE=$(EVALFILE) is not used: Boojum has no net yet)
endif

all: $(EXE)

# What objects are made with. The file changes only when that does, and then all are made anew.
# -Werror changes no object.
FLAGS := $(CC) $(filter-out -Werror,$(ALL_CFLAGS)) $(EDITOR_CFLAGS) $(ALL_LDFLAGS) $(EDITOR_LIBS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(FLAGS))' >$@

$(EXE): $(BUILD)/talk/main.o $(TALK_OBJECTS) $(LIB)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(EDITOR_LIBS) -lm

$(BUILD)/talk/play_line.o: ALL_CFLAGS += $(EDITOR_CFLAGS)

# A program that needs no libraries where it runs, and no line editing either.
STATIC_OBJECTS = $(BUILD)/talk/main.o $(TALK_OBJECTS:%/play_line.o=%/static/play_line.o)
static: $(EXE)-static
$(EXE)-static: $(STATIC_OBJECTS) $(LIB)
	$(CC) $(ALL_CFLAGS) -static -o $@ $^ $(ALL_LDFLAGS) -lm
$(BUILD)/talk/static/%.o: src/talk/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(LIB): $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(CHECK_CFLAGS) -MMD -MP -c -o $@ $<

# The program with calls that fail when they are told to: tests/failing/failing.c wraps what it defines.
FAILING = $(BUILD)/boojum-failing
$(FAILING): $(BUILD)/tests/failing/failing.o $(BUILD)/talk/main.o $(TALK_OBJECTS) $(LIB)
	$(CC) $(ALL_CFLAGS) $$(nm $< | sed -n 's/.* T __wrap_/-Wl,--wrap=/p') -o $@ $^ $(ALL_LDFLAGS) $(EDITOR_LIBS) -lm

# tests/test_mates.c can make the transposition table find nothing.
$(BUILD)/run-tests: $(TEST_OBJECTS) $(TALK_OBJECTS) $(LIB) | $(FAILING)
	$(CC) $(ALL_CFLAGS) -Wl,--wrap=tt_probe -o $@ $^ $(ALL_LDFLAGS) $(CHECK_LIBS) $(EDITOR_LIBS) -lutil -lm

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- proof ----

# The tests run the real program as well as the library.
define RUN_TESTS
BOOJUM_ENGINE="$(if $(filter /%,$(EXE)),,$(CURDIR)/)$(EXE)" $(BUILD)/run-tests
endef

# All suites, on two cores: beside the others those that mostly wait for other processes.
APART = match match-faults lint faults play play-terminal tools
define RUN_ALL
$(RUN_TESTS) $(APART) >$(BUILD)/apart.log 2>&1 & apart=$$!; status=0; \
$(RUN_TESTS) $(APART:%=-%) || status=$$?; wait $$apart || status=$$?; cat $(BUILD)/apart.log; \
[ $$status -eq 0 ] && echo "all tests have passed" || echo "some tests have failed"; exit $$status
endef

check: $(EXE) $(BUILD)/run-tests layers
	@$(RUN_ALL)

# A million positions and more of the differential test, 200 self-play games of each game, proofs of
# all forced wins, ten thousand orders of commands, every call that can fail, two minutes of soak, three of fuzzing.
check-slow: check asan tsan
	if command -v valgrind; then $(MAKE) valgrind; else echo "no valgrind here: left out"; fi
	BOOJUM_TEST_SCALE=50 $(RUN_TESTS) differential
	BOOJUM_TEST_SCALE=67 $(RUN_TESTS) selfplay
	BOOJUM_TEST_SCALE=50 $(RUN_TESTS) mates uci-order
	BOOJUM_TEST_SCALE=1000 $(RUN_TESTS) faults
	BOOJUM_SOAK_SECONDS=120 $(RUN_TESTS) soak
	@if command -v clang >/dev/null; then $(MAKE) fuzz FUZZ_SECONDS=10 FUZZ_SEED=1; \
	else echo "check-slow: nothing was fuzzed: clang is missing (apt-get install clang)"; fi

# Address and undefined behaviour, with all assertions, over the whole test run.
# Characters are unsigned here, as they are on arm64.
asan:
	$(MAKE) BUILD=build/asan EXE=build/asan/boojum ASSERT=1 CFLAGS="-O1 -g -fno-omit-frame-pointer -funsigned-char -DBOOJUM_UNSPECIALISED" \
		SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=all" SCALE=$(or $(SCALE),0.05) sanitized
# Threads: what runs more than one.
tsan:
	$(MAKE) BUILD=build/tsan EXE=build/tsan/boojum ASSERT=1 CFLAGS="-O1 -g -DBOOJUM_UNSPECIALISED" \
		SANITIZE="-fsanitize=thread" SCALE=$(or $(SCALE),0.05) SUITES="$(or $(SUITES),tt search mates uci uci-order soak selfplay manual tools play play-terminal)" sanitized
sanitized: $(EXE) $(BUILD)/run-tests
	@export BOOJUM_TEST_SCALE=$(SCALE) TSAN_OPTIONS=halt_on_error=1; $(if $(SUITES),$(RUN_TESTS) $(SUITES),$(RUN_ALL))

# One process for SOAK_SECONDS: games of every kind on changing threads and options, all lines proven, memory flat.
SOAK_SECONDS ?= 3600
soak: $(EXE) $(BUILD)/run-tests
	BOOJUM_SOAK_SECONDS=$(SOAK_SECONDS) $(RUN_TESTS) soak

# Memory, as valgrind sees it, in sessions with the real program and in tests.
valgrind: $(EXE) $(BUILD)/run-tests
	sh tests/valgrind.sh "$(EXE)" $(BUILD)/run-tests

# Random text for all that reads, by clang's libFuzzer: FUZZ_SECONDS for each of FUZZ_TARGETS, which are all of tests/fuzz/*.c.
# With a number in FUZZ_SEED a run begins with the seeds alone, and so can be repeated; else it goes on from what earlier runs found.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= $(basename $(notdir $(sort $(wildcard tests/fuzz/*.c))))
FUZZERS = $(FUZZ_TARGETS:%=$(BUILD)/fuzz-%)
FUZZ_SHARED = $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(wildcard tests/fuzz/shared/*.c))
fuzz:
	@command -v clang >/dev/null || { echo "make fuzz: clang is missing (apt-get install clang)"; exit 1; }
	$(MAKE) CC=clang BUILD=build/fuzz LINE_EDITOR=none ASSERT=1 CFLAGS="-O1 -g -DBOOJUM_UNSPECIALISED" \
		SANITIZE="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" fuzzers
	bash tests/fuzz/run.sh build/fuzz "$(FUZZ_SECONDS)" "$(FUZZ_SEED)" $(FUZZ_TARGETS)
fuzzers: $(FUZZERS)
$(FUZZERS): $(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/%.o $(FUZZ_SHARED) $(TALK_OBJECTS) $(LIB)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) -fsanitize=fuzzer -lm

# An include points to its own floor or down: base < rules < judge < search < talk.
layers:
	sh tests/layers.sh

tidy:
	clang-tidy --quiet $(wildcard src/*/*.c) -- -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -DNDEBUG
	clang-format --dry-run -Werror $(wildcard src/*/*.[ch] include/*/*.h tests/*.[ch] tests/fuzz/*.c tests/fuzz/shared/*.[ch] bench/*.c)

# ---- measuring ----

# The speed of move generation beside another engine's, in one run.
perft: $(EXE)
	bash bench/perft.sh "$(if $(filter /%,$(EXE)),,$(CURDIR)/)$(EXE)"

# The tuner of the evaluation's weights; see bench/tune.c.
tune: $(BUILD)/tune
$(BUILD)/tune: bench/tune.c $(LIB)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) -lm

# Which small endings are won; see bench/endings.c.
endings: $(BUILD)/endings
$(BUILD)/endings: bench/endings.c $(LIB)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) -lm

# A program whose search parameters can be set from outside; see src/search/params.c.
tunable:
	$(MAKE) BUILD=build/tunable EXE=build/tunable/boojum CFLAGS="$(CFLAGS) -DBOOJUM_TUNABLE" all

# A fixed amount of searching; the number of nodes is the same everywhere.
bench: $(EXE)
	"$(if $(filter /%,$(EXE)),,$(CURDIR)/)$(EXE)" bench

# ---- installing ----

# What is laid where stands in install.sh.
install: $(EXE)
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh install.sh install "$(EXE)"
uninstall:
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" sh install.sh uninstall

clean:
	rm -rf build boojum boojum-static

.PHONY: FORCE all static bench endings fuzz fuzzers tune tunable check check-slow asan tsan valgrind soak sanitized layers tidy perft install uninstall clean
.DELETE_ON_ERROR:
