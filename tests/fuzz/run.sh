#!/usr/bin/env bash
# Runs the fuzzers that `make fuzz` has built in DIRECTORY, each for so many seconds, and says what
# came of it: how many inputs were tried, how many edges of the program's flow they covered, how many
# inputs are kept. With a seed (else "") the run begins with the seeds alone. It ends at the first
# finding, with status 1, and keeps the input.
#
#     bash tests/fuzz/run.sh DIRECTORY SECONDS SEED TARGET...
set -eu
directory=$1 seconds=$2 seed=$3
shift 3
rm -rf "$directory"/seeds
for source in tests/fuzz/*.c; do mkdir -p "$directory/seeds/$(basename "$source" .c)"; done
awk -v out="$directory/seeds" -f tests/fuzz/seeds.awk tests/perft/*.epd tests/mates/*.epd tests/rules/*.tsv \
    tests/test_*.c UCI_VARIANT.md README.md
for target in "$@"; do
    kept=$directory/kept/$target log=$directory/$target.log
    [ -z "$seed" ] || kept=$directory/repeated/$target
    [ -z "$seed" ] || rm -rf "$kept"
    mkdir -p "$kept"
    if ! "$directory/fuzz-$target" -max_total_time="$seconds" ${seed:+-seed="$seed"} -max_len=4000 -timeout=60 \
        -dict=tests/fuzz/words.dict -print_final_stats=1 -artifact_prefix="$directory/$target-" \
        "$kept" "$directory/seeds/$target" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "fuzz: $target: something was found; try it again with $directory/fuzz-$target FILE"
        exit 1
    fi
    awk -v target="$target" '
        /^stat::number_of_executed_units/ { runs = $2 }
        $2 == "DONE" { edges = $4; kept = $8; sub(/\/.*/, "", kept) }
        END { printf "fuzz: %-12s %9d inputs, %6d edges, %5d kept\n", target, runs, edges, kept }' "$log"
done
