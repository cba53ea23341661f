#!/usr/bin/env bash
# What `boojum match` itself costs: moves a second with engines that answer at once, and the referee's
# share of the processor in games of 1 s + 0.01 s.
#
# usage: bench/match_overhead.sh [BOOJUM] [CONCURRENCY]
set -euo pipefail
boojum=${1:-./boojum}
concurrency=${2:-1}
two=(-engine "cmd=$boojum" name=A -engine "cmd=$boojum" name=B)

start=$(date +%s.%N)
plies=$("$boojum" match "${two[@]}" -each depth=1 -rounds $((100 * concurrency)) -seed 1 \
    -concurrency "$concurrency" -json | sed -n 's/.*"plies": \([0-9]*\).*/\1/p')
echo "$plies $start $(date +%s.%N) $concurrency" |
    awk '{ printf "%d plies in %.1f s: %.0f a second for each concurrency\n", $1, $3 - $2, $1 / ($3 - $2) / $4 }'

"$boojum" match "${two[@]}" -each tc=1+0.01 -rounds 100 -seed 1 -concurrency "$concurrency" >/dev/null &
match=$!
sleep 30
# utime and stime, in ticks, of the match alone; its engines are other processes
read -r ticks < <(sed 's/.*) //' "/proc/$match/stat" | awk '{ print $12 + $13 }')
kill -INT $match
wait $match || true
echo "$ticks $(getconf CLK_TCK)" |
    awk '{ printf "1+0.01: the referee used %.2f s in 30 s: %.2f %% of one processor\n", $1 / $2, $1 / $2 / 30 * 100 }'
