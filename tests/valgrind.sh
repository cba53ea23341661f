#!/bin/sh
# Valgrind's memcheck over sessions with the real program, over the tests of the library, and over
# the program while the tests of the protocol talk to it: no invalid access, no use of what was never
# set, no memory left behind. Suppresses nothing.
# usage: valgrind.sh PROGRAM RUN-TESTS
set -u
command -v valgrind >/dev/null || {
    echo "valgrind.sh: valgrind is not installed (apt-get install valgrind)" >&2
    exit 1
}
program=$(realpath "$1") tests=$(realpath "$2") tree=$PWD
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 1

# checked KINDS-OF-LEAKS LOG PROGRAM ARGUMENTS...
# Not what is still reachable: the guard of a match (talk/guard.h) ends with what it had from its
# parent, and a process that is killed with all it has.
checked() {
    leaks=$1 log=$2
    shift 2
    valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds="$leaks" \
        --errors-for-leak-kinds="$leaks" --log-file="$log" "$@"
}

# session NAME STATUS ARGUMENTS...: standard input is the session's.
session() {
    name=$1 wanted=$2
    shift 2
    checked definite,indirect,possible log "$program" "$@" >out 2>err
    status=$?
    if [ $status -eq "$wanted" ] && [ ! -s log ]; then
        echo "valgrind: $name: nothing found"
    else
        echo "valgrind: $name: exit status $status"
        cat err log
        : >failed # a file: some sessions stand in a pipe, and so in a shell of their own
    fi
}

cat >play.txt <<'END'
e4
moves g1
hint
undo
Nf3
board
describe
save game.pgn
fen
load game.pgn
Ke3
new
quit
END
cat >in.epd <<'END'
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;
END
cat >in.pgn <<'END'
[Event "one"]
[Variant "Atomic"]

1. e4 {a word} (1. d4) e5 2. Nf3 $1 *

[Event "broken"]

1. e5 *

[Event "two"]

1. d4 d5 1-0
END

session "UCI, one thread" 0 <<'END'
uci
setoption name Hash value 2
isready
position startpos moves e2e4 e7e5 g1f3
go depth 4
isready
d
eval
legal e2
go mate 1
position fen nonsense
setoption name MultiPV value 3
go nodes 1000
isready
setoption name UCI_Variant value msalice
setoption name UCI_ShowWDL value true
position startpos
go depth 3
isready
ucinewgame
setoption name Hash value 1048576
setoption name Hash value 1
go perft 2
go infinite
quit
END
{
    printf 'setoption name Threads value 3\ngo depth 5\n'
    sleep 4
    printf 'ucinewgame\nsetoption name Threads value 2\ngo infinite\n'
    sleep 1
    printf 'stop\nsetoption name Threads value 1\ngo ponder wtime 10 btime 10\nponderhit\n'
    sleep 1
} | session "UCI, threads" 0
for game in aliceatomic alice lookingglass msalice atomic chess; do
    session "bench, $game" 0 bench --variant $game --depth 2 --hash 1 </dev/null
    session "perft, $game" 0 perft --variant $game --depth 2 --divide </dev/null
done
session "play" 0 play --variant aliceatomic --level 1 --seed 3 <play.txt
session "tutorial" 0 play --tutorial <play.txt
session "openings" 0 openings --variant atomic --plies 4 --count 2 --seed 7 </dev/null
session "analyse, EPD" 0 analyse in.epd --variant chess --depth 2 --concurrency 2 </dev/null
session "analyse, PGN" 0 analyse in.pgn --depth 2 -o out.pgn </dev/null
session "match" 0 match -engine "cmd=$program" name=one -engine "cmd=$program" name=two \
    -each nodes=30 -variant chess -rounds 1 -maxmoves 4 -seed 5 -pgnout games.pgn -state state \
    -lint </dev/null
session "bad usage" 2 match -engine "cmd=$program" nonsense </dev/null

# suites NAME STATUS: what has been said of them stands in out, what valgrind found in found.*.
suites() {
    if [ "$2" -eq 0 ] && [ -z "$(find . -name 'found.*' -size +0)" ]; then
        echo "valgrind: $1: nothing found"
    else
        echo "valgrind: $1: exit status $2"
        cat out found.*
        : >failed
    fi
    rm -f found.*
}

# As little of each as can be, and not the suites that are slow even so.
export BOOJUM_TEST_SCALE=0.01
(cd "$tree" && CK_FORK=no BOOJUM_ENGINE=$program \
    checked definite,indirect,possible "$directory/found.tests" "$tests" \
    tt notation outcome fen judge search recall strength selfplay manual pgn lint match-stats play-refusal) >out 2>&1
suites "tests of the library" $?

cat >watched <<END
#!/bin/sh
exec valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect --log-file="$directory/found.%p" "$program" "\$@"
END
chmod +x watched
(cd "$tree" && BOOJUM_ENGINE=$directory/watched "$tests" uci uci-order) >out 2>&1
suites "tests of the protocol" $?
[ ! -e failed ]
