#!/usr/bin/env bash
# Move generation beside Debian's Stockfish, in one run: leaves a second of perft, both counting the
# last ply in bulk, one thread each, turn by turn; the median of RUNS runs, and the ratio.
#
#     bench/perft.sh [boojum]              RUNS=7 STOCKFISH=/path/to/it bench/perft.sh
#
# Time is processor time, so that other programs on the machine disturb as little as may be. A
# program's start (Stockfish reads a net) is measured by counting depth 1 and taken off.
set -eu
boojum=${1:-./boojum}
runs=${RUNS:-5}
stockfish=${STOCKFISH:-$(command -v stockfish || echo /usr/games/stockfish)}
[ -x "$boojum" ] || { echo "perft.sh: there is no $boojum: run make first" >&2; exit 2; }
[ -x "$stockfish" ] || { echo "perft.sh: no Stockfish: apt-get install stockfish" >&2; exit 2; }
results=$(mktemp)
trap 'rm -f "$results"' EXIT

count() { # player depth: runs it, prints the leaves
    case $1 in
    stockfish) printf 'position startpos\ngo perft %d\nquit\n' "$2" | "$stockfish" ;;
    *) "$boojum" perft --variant "$1" --depth "$2" ;;
    esac | sed -n 's/^Nodes searched: //p'
}
time_of() { # player depth: sets leaves and elapsed (milliseconds)
    local TIMEFORMAT='%3U %3S' output
    output=$( { time count "$1" "$2"; } 2>&1 )
    leaves=$(sed -n 1p <<< "$output")
    elapsed=$(sed -n 2p <<< "$output" | awk '{ printf "%d", ($1 + $2) * 1000 }')
}

run=0
while [ $run -lt "$runs" ]; do
    for player in stockfish chess atomic alice aliceatomic; do
        time_of $player 1
        start=$elapsed
        time_of $player 6
        echo "$player $leaves $((elapsed - start))" >> "$results"
    done
    run=$((run + 1))
done

echo "perft 6 from the start, median of $runs runs"
for player in stockfish chess atomic alice aliceatomic; do
    grep "^$player " "$results" | sort -n -k 3 | awk -v p=$player '
        { leaves = $2; time[NR] = $3 }
        END { printf "%s %d %.1f\n", p, leaves, leaves / time[int((NR + 1) / 2)] / 1000 }'
done | awk '
    $1 == "stockfish" { base = $3 }
    { name = $1 == "stockfish" ? "Stockfish (chess)" : "Boojum " $1
      printf "%-20s %10d leaves %8.1f M/s   %.2f\n", name, $2, $3, $3 / base }'
