#!/bin/bash
# What each part of the search is worth: the search without it, against the whole search.
#
#     make tunable && bash bench/features.sh GAME [ROUNDS [NODES]] < list
#
# Each line of the list is what to change, as for BOOJUM_PARAMS (see src/search/params.c), for
# example `null_move=0`. For each line: the nodes to depth 12 over bench/positions/GAME.epd, summed
# and as a ratio (geometric mean over the positions) to the whole search's, and the result of a match
# of the changed search against the whole at NODES a move (5000), ROUNDS openings twice (100).
set -eu
game=$1 rounds=${2:-100} nodes=${3:-5000}
here=$(dirname "$0")
boojum=$here/../build/tunable/boojum
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

counts() {
    BOOJUM_PARAMS="$1" "$boojum" analyse --variant "$game" --depth 12 --output "$work/epd" "$here/positions/$game.epd" 2> "$work/err"
    sed -n 's/.* acn \([0-9]*\);.*/\1/p' "$work/epd"
}

counts "" > "$work/whole"
printf '%-12s %-28s %12s %6s  %s\n' game change nodes ratio "match against the whole"
awk -v game="$game" '{ sum += $1 } END { printf "%-12s %-28s %12d %6.2f\n", game, "none", sum, 1 }' "$work/whole"
while read -r change; do
    [ -n "$change" ] || continue
    counts "$change" > "$work/changed"
    printf '#!/bin/sh\nBOOJUM_PARAMS="%s" exec "%s"\n' "$change" "$(realpath "$boojum")" > "$work/engine"
    chmod +x "$work/engine"
    "$boojum" match -engine cmd="$work/engine" name=changed -engine cmd="$boojum" name=whole \
        -each nodes="$nodes" option.Hash=16 -variant "$game" -rounds "$rounds" -seed 5 -concurrency 2 \
        -maxmoves 250 > "$work/match" 2>&1
    paste "$work/whole" "$work/changed" |
        awk -v game="$game" -v change="$change" -v result="$(sed -n 's/^Elo difference: \(.*\), LOS.*/\1/p' "$work/match")" \
            '{ sum += $2; log_ratio += log($2 / $1) }
             END { printf "%-12s %-28s %12d %6.2f  %s\n", game, change, sum, exp(log_ratio / NR), result }'
done
