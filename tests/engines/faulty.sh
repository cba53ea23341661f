#!/usr/bin/env bash
# An engine with a fault, for the tests of `boojum match`: passes everything on to a real engine
# ($BOOJUM_ENGINE) until its fault comes up. What each does is said at its place below. Every process
# is noted in the file $FAULTY_PIDS, so that a test can see whether one is left.
#
# usage: faulty.sh FAULT [LINE]
fault=$1
note() { [ -z "${FAULTY_PIDS:-}" ] || echo "$1" >>"$FAULTY_PIDS"; }
note $$

# These have no real engine behind them.
case $fault in
mute) # reads, and never answers, not even `uci`
    while read -r line; do :; done
    exit ;;
deaf) # neither reads nor answers, and cares for no signal but SIGKILL
    trap '' INT TERM HUP PIPE
    while :; do sleep 1; done ;;
dead) # ends at once
    exit 3 ;;
variants) # lists LINE as values of UCI_Variant, and plays nothing
    while read -r line; do
        case $line in
        uci)
            echo "option name UCI_Variant type combo default chess $2"
            echo "option name UCI_Chess960 type check default false"
            echo uciok ;;
        isready) echo readyok ;;
        go*) echo bestmove 0000 ;;
        quit) exit ;;
        esac
    done
    exit ;;
no-variant) # a chess engine that knows no variants
    while read -r line; do
        case $line in uci) echo uciok ;; isready) echo readyok ;; quit) exit ;; esac
    done
    exit ;;
esac

if [ "$fault" = daemons ]; then # starts a session, an orphan, an orphan in a session, and one below
    before=$(wc -l <"$FAULTY_PIDS")
    setsid sh -c 'echo $$ >>"$FAULTY_PIDS"; exec sleep 1000' </dev/null >/dev/null &
    (sh -c 'echo $$ >>"$FAULTY_PIDS"; exec sleep 1000' </dev/null >/dev/null &)
    (setsid sh -c 'echo $$ >>"$FAULTY_PIDS"
        setsid sh -c "echo \$\$ >>\"\$FAULTY_PIDS\"; exec sleep 1000" &
        sleep 1000' </dev/null >/dev/null &)
    while [ "$(wc -l <"$FAULTY_PIDS")" -lt $((before + 4)) ]; do sleep 0.01; done
fi

# Starts an orphan that ends by itself, and waits until it has; its id goes to $T/orphans.
leave_orphan() {
    local orphan
    orphan=$(sh -c 'true & echo $!')
    while grep -q '^State:.[RSDTt]' "/proc/$orphan/status" 2>/dev/null; do sleep 0.01; done
    echo "$orphan" >>"$T/orphans"
}
# Notes the games in $T/games, and in $T/uncollected those of $T/orphans that are still there.
look_for_orphans() {
    echo game >>"$T/games"
    [ ! -e "$T/orphans" ] || while read -r orphan; do
        [ ! -e "/proc/$orphan" ] || echo "$orphan" >>"$T/uncollected"
    done <"$T/orphans"
}

coproc ENGINE { exec "$BOOJUM_ENGINE"; }
note "$ENGINE_PID"
tell() { printf '%s\n' "$1" >&"${ENGINE[1]}"; }
# What the engine says, up to a line that begins with $1; that line is left in $last.
listen() {
    while IFS= read -r last <&"${ENGINE[0]}"; do
        case $last in "$1"*) return ;; *) printf '%s\n' "$last" ;; esac
    done
    exit 9
}

moves=0
long=
[ "$fault" = long-lines ] && long=$(printf '%*s' 100000 '' | tr ' ' x)
while IFS= read -r line; do
    case $line in
    uci)
        tell uci
        listen uciok
        [ "$fault" = guesses ] && echo bestmove e2e4 # before anybody has asked
        [ "$fault" = long-lines ] && printf '\r\n\n   \t \r\ninfo string %s\r\n%s\r\n' "$long" "$long"
        [ "$fault" = long-lines ] && last="$last"$'\r'
        echo "$last" ;;
    isready)
        # never gets ready for the second game
        if [ "$fault" = unready ] && [ "$moves" -gt 0 ]; then continue; fi
        tell isready
        listen readyok
        [ "$fault" = ready-twice ] && echo "$last"
        echo "$last" ;;
    go*)
        moves=$((moves + 1))
        case $fault in
        crash) # ends at its tenth move
            [ $moves -lt 10 ] || kill -SEGV $$ ;;
        exit) # ends at its third move, decently
            [ $moves -lt 3 ] || exit 5 ;;
        hang) # says nothing any more from its third move on
            [ $moves -lt 3 ] || while read -r line; do :; done ;;
        close) # closes its output at its third move and lives on
            if [ $moves -ge 3 ]; then
                exec 1>&-
                while read -r line; do :; done
            fi ;;
        flood) # talks without end from its third move on
            [ $moves -lt 3 ] || exec yes "info depth 1 score cp 0 pv e2e4" ;;
        idle-flood) # does so when its opponent is to move
            if [ $moves -ge 3 ]; then
                tell "$line"
                listen bestmove
                echo "$last"
                exec yes "info string still here"
            fi ;;
        esac
        tell "$line"
        listen bestmove
        case $fault in
        orphans) leave_orphan ;; # at each move
        illegal) [ $moves -lt 4 ] || last='bestmove e1e8' ;;
        nonsense) [ $moves -lt 2 ] || last=$'bestmove \x01}{ponder' ;;
        none) [ $moves -lt 3 ] || last='bestmove (none)' ;;
        empty) [ $moves -lt 3 ] || last='bestmove' ;;
        late) [ $moves -lt 3 ] || sleep 0.7 ;;
        says) # says LINE before each bestmove, with the move in the place of @
            move=${last#bestmove }
            echo "${2//@/${move%% *}}" ;;
        ponders) # ponders on nonsense
            last="${last%% ponder*} ponder a1a1" ;;
        twice) # a second bestmove, that nobody asked for, while the opponent thinks
            if [ $moves -ge 3 ]; then
                echo "$last"
                sleep 0.05
            fi ;;
        slow) # no fault: answers when nothing has come for 0.4 s or at `stop`, and is always ready
            while IFS= read -r -t 0.4 line; do
                case $line in stop) break ;; isready) echo readyok ;; quit) exit ;; esac
            done ;;
        long-lines)
            [ $moves -gt 3 ] || printf 'info depth 3 score cp 12 pv %s\r\n' "$long"
            last="$last"$'\r' ;;
        esac
        echo "$last" ;;
    quit)
        # ignores `quit`, and the end of its input
        [ "$fault" = stays ] && while :; do sleep 1; done
        tell quit
        exit ;;
    ucinewgame)
        [ "$fault" = orphans ] && look_for_orphans
        tell "$line" ;;
    *) tell "$line" ;;
    esac
done
[ "$fault" = stays ] && while :; do sleep 1; done
