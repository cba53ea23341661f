#!/bin/sh
# Installs Boojum, or takes away all that was installed: `make install`, `make uninstall`.
#
#     DESTDIR=... PREFIX=... sh install.sh install PROGRAM | uninstall
#
# Directories that were not there before are remembered in share/doc/boojum, and go again when they
# are empty. Below a DESTDIR, where packages are put together, nothing is remembered, and every
# directory that is empty goes.
set -eu
LC_ALL=C
DESTDIR=${DESTDIR-}
root=$DESTDIR${PREFIX-/usr/local}
docs=share/doc/boojum
made=$root/$docs/made-directories
documents="README.md UCI_VARIANT.md GUIS.md CONTRIBUTING.md CHANGELOG.md LICENSE bench/RESULTS.md"
directories="bin share/man/man1 share/bash-completion/completions $docs/bench"

# Prints every directory that an installation needs, those above it too, up to DESTDIR.
all_directories() {
    for directory in $directories; do
        path=$root/$directory
        while [ "$path" != / ] && [ "$path" != . ] && [ "$path" != "${DESTDIR%/}" ]; do
            echo "$path"
            path=$(dirname "$path")
        done
    done
}

put() { # mode, file, place
    rm -f "$root/$3"
    cp "$2" "$root/$3"
    chmod "$1" "$root/$3"
    echo "$root/$3"
}

install_all() { # program
    new=$(all_directories | while read -r path; do [ -d "$path" ] || echo "$path"; done)
    for directory in $directories; do mkdir -p "$root/$directory"; done
    [ -n "$DESTDIR" ] || [ -z "$new" ] || printf '%s\n' "$new" >>"$made"
    put 755 "$1" bin/boojum
    put 644 boojum.1 share/man/man1/boojum.1
    put 644 boojum.bash share/bash-completion/completions/boojum
    for document in $documents; do put 644 "$document" "$docs/$document"; done
}

uninstall_all() {
    if [ -n "$DESTDIR" ]; then
        empty=$(all_directories)
    else
        empty=$([ ! -f "$made" ] || cat "$made")
    fi
    rm -f "$root/bin/boojum" "$root/share/man/man1/boojum.1" \
        "$root/share/bash-completion/completions/boojum" "$made"
    for document in $documents; do rm -f "$root/$docs/$document"; done
    printf '%s\n' "$empty" | sort -ru | while read -r directory; do
        rmdir "$directory" 2>/dev/null || :
    done
}

case "${1:-}" in
install) install_all "$2" ;;
uninstall) uninstall_all ;;
*) echo "usage: install.sh install PROGRAM | uninstall" >&2 && exit 2 ;;
esac
