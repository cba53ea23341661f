# Boojum. `make` builds ./boojum, `make check` passes the tests. GNU make.
#
# Variables a user may set: CC CFLAGS LDFLAGS EXE PREFIX DESTDIR ARCH (for example ARCH=native) WERROR=1

CC ?= cc
EXE ?= boojum
PREFIX ?= /usr/local
BUILD ?= build
ARCH ?=
CFLAGS ?= -O3 -g

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wcast-qual -Wvla -Wundef $(if $(WERROR),-Werror)
# ASSERT=1 keeps the assertions (every move then proves all incremental state).
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -Iinclude -Isrc $(if $(ASSERT),,-DNDEBUG) $(WARNINGS) \
	$(if $(ARCH),-march=$(ARCH)) -pthread $(CFLAGS) $(SANITIZE)
ALL_LDFLAGS = -pthread $(LDFLAGS) $(SANITIZE)

FLOORS = base rules judge search
LIB_OBJECTS = $(patsubst src/%.c,$(BUILD)/%.o,$(wildcard $(FLOORS:%=src/%/*.c)))
TALK_OBJECTS = $(patsubst src/%.c,$(BUILD)/%.o,$(filter-out src/talk/main.c,$(wildcard src/talk/*.c)))
TEST_OBJECTS = $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(wildcard tests/*.c))
LIB = $(BUILD)/libboojum.a

CHECK_CFLAGS = $(shell pkg-config --cflags check)
CHECK_LIBS = $(shell pkg-config --libs check)

all: $(EXE)

$(EXE): $(BUILD)/talk/main.o $(TALK_OBJECTS) $(LIB)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) -lm

$(LIB): $(LIB_OBJECTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(CHECK_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/run-tests: $(TEST_OBJECTS) $(TALK_OBJECTS) $(LIB)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(CHECK_LIBS) -lm

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

.PHONY: all
.DELETE_ON_ERROR:
