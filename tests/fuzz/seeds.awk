# Writes what fuzzing begins with to OUT/TARGET, one file an input: the positions, the moves and the
# strings of the tests, and the commands in the documents' examples. OUT/TARGET must be there.
#
#     awk -v out=OUT -f tests/fuzz/seeds.awk tests/perft/*.epd tests/mates/*.epd tests/rules/*.tsv \
#         tests/test_*.c UCI_VARIANT.md README.md

function put(target, text,    file) {
    file = out "/" target "/" ++written
    printf "%s", text > file
    close(file)
}

# The byte that says which game, for the targets that take it from the first one; see their sources.
function mark(game) { return substr("012345", place[game], 1) }
function mark_shuffled(game) { return substr("fabcde", place[game], 1) }

function set_up(game, position,    text) {
    text = "setoption name UCI_Variant value " game "\nposition " position "\n"
    put("uci_line", "position " position)
    put("lint", text "go\n")
    if (++sessions % 8 == 0) put("uci_session", text "d\neval\nlegal\ngo depth 3\ngo infinite\nstop\n")
}

# In the order of rules/games.h.
BEGIN {
    count = split("aliceatomic alice lookingglass msalice atomic chess", names, " ")
    for (i = 1; i <= count; i++) place[names[i]] = i
}

FNR == 1 {
    finish_strings()
    kind = FILENAME
    sub(/.*\./, "", kind)
    base = FILENAME
    sub(/.*\//, "", base)
    sub(/\..*/, "", base)
    string = ""
}

# One position a line, and operations.
kind == "epd" && !/^#/ {
    game = base
    first = sub(/960/, "", game) ? mark_shuffled(game) : mark(game)
    fen = $1 " " $2 " " $3 " " $4 " " $5 " " $6
    put("fen", fen)
    put("epd", first $0 "\n")
    if (FNR % 5 == 0) set_up(game, "fen " fen)
}

# Game, FEN, moves.
kind == "tsv" && !/^#/ {
    split($0, field, "\t")
    put("fen", field[2])
    put("moves", mark(field[1]) " " field[3])
    put("pgn", mark(field[1]) "[Variant \"" field[1] "\"]\n[FEN \"" field[2] "\"]\n\n" field[3] " *\n")
    set_up(field[1], "fen " field[2] " moves " field[3])
    moves = field[3]
    gsub(/ /, "\nbestmove ", moves)
    put("player", mark(field[1]) "option name UCI_Variant type combo default chess var " field[1] \
        "\nuciok\nreadyok\nbestmove " moves "\n")
}

# Examples: `> command`.
kind == "md" && /^ *> / {
    line = $0
    sub(/^ *> /, "", line)
    put("uci_line", line)
    example = example line "\n"
}
kind == "md" && /^ *```$/ && example != "" {
    put("uci_session", example)
    example = ""
}

# The strings of a test in C, each with those that it goes on with.
function take_string(text) {
    if (length(text) < 2 || text ~ /%[a-z]/) return
    if (base == "test_fen") put("fen", text)
    if (base == "test_notation") put("moves", "5" text)
    if (base == "test_pgn") { put("pgn", "5" text); put("epd", "5" text) }
    if (base == "test_uci") put("uci_line", text)
    if (base == "test_lint") {
        put("lint", "setoption name UCI_Variant value chess\ngo\n" text)
        put("player", "5uciok\nreadyok\n" text "\n")
    }
    if (base == "test_match_stats" || base == "test_match") put("engine_words", text)
}
function finish_strings() {
    take_string(string)
    string = ""
}
kind == "c" && !/^#/ {
    inside = 0
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (inside && c == "\\") {
            c = substr($0, ++i, 1)
            string = string (c == "n" ? "\n" : c == "t" ? "\t" : c == "r" ? "\r" : c)
        } else if (c == "\"" && substr($0, i - 1, 3) != "'\"'") {
            inside = !inside
        } else if (inside) {
            string = string c
        } else if (c !~ /[ \t]/) {
            finish_strings()
        }
    }
}

END { finish_strings() }
