#!/bin/sh
# Proves that no include points up: base < rules < judge < search < talk. A file's floor is the
# directory it lies in, under src/ or include/.
set -eu
cd "$(dirname "$0")/.."
status=0
below=""
for floor in base rules judge search talk; do
    below="$below $floor"
    files=$(find "src/$floor" "include/$floor" -name '*.[ch]')
    [ -n "$files" ] || { echo "layers: floor $floor is empty"; status=1; continue; }
    for file in $files; do
        for include in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
            case " $below " in
            *" ${include%%/*} "*) ;;
            *)
                echo "layers: $file (floor $floor) includes $include"
                status=1
                ;;
            esac
        done
    done
done
[ $status -eq 0 ] && echo "layers: every include points down"
exit $status
