#!/usr/bin/env bash
# Do two programs behave alike? Compares what they say: the bench, position by position, the perft
# of every game, and keys, legal moves and evaluations of some of the bench's positions. Speed does
# not count.
#
#     tests/alike.sh "PROGRAM" "PROGRAM"      each may be several words: "qemu-aarch64 ./boojum"
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

talk() { # commands for the engine
    local number=0 game fen
    while read -r game fen; do
        number=$((number + 1))
        [ $((number % 4)) -eq 0 ] || continue
        printf 'setoption name UCI_Variant value %s\nposition fen %s\nd\nlegal\neval\n' "$game" "$fen"
    done
}

say() { # program
    # shellcheck disable=SC2086
    $1 bench | sed 's/ nodes [0-9]* nps$/ nodes/'
    for game in aliceatomic alice lookingglass msalice atomic chess; do
        # shellcheck disable=SC2086
        echo "$game $($1 perft --variant "$game" --depth 4)"
    done
    # shellcheck disable=SC2086
    talk <"$place/positions" | $1
}

# shellcheck disable=SC2086
$1 bench --depth 1 | sed -n 's/^ *[0-9]* \([a-z]*\)  *[0-9]* nodes  \(.*\)$/\1 \2/p' >"$place/positions"
[ "$(wc -l <"$place/positions")" -gt 20 ] || { echo "alike: no positions in the bench of $1"; exit 1; }
say "$1" >"$place/one"
say "$2" >"$place/other"
diff "$place/one" "$place/other" || { echo "alike: $1 and $2 differ"; exit 1; }
echo "alike: $1 and $2 say the same in $(wc -l <"$place/one") lines, $(grep -E '^[0-9]+ nodes' "$place/one")"
