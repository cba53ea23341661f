# Completion for boojum in bash. Installed, it is found by bash-completion; without that, source it.
#
# Options are taken from the program's own help, so they are always those of the program at hand.

# Prints the options of `boojum COMMAND` (boojum's own without one).
_boojum_options() { # program [command]
    "$@" --help 2>/dev/null </dev/null | grep -E '^ +-' |
        grep -oE -e '(^|[ [])--?[[:alnum:]][-[:alnum:]]*' | tr -d ' [' | sort -u
}

_boojum_games="aliceatomic alice lookingglass msalice atomic chess"
_boojum_commands="play bench perft match openings analyse"

# Prints the keys that may follow an option of `boojum match`.
_boojum_keys() { # option
    case $1 in
    engine | each) echo cmd= arg= name= dir= stderr= option. tc= st= nodes= depth= timemargin= restart= initstr= whitepov ;;
    openings) echo file= format= order= policy= start= plies= nodes= score= ;;
    sprt) echo elo0= elo1= alpha= beta= ;;
    resign) echo movecount= score= twosided= ;;
    draw) echo movenumber= movecount= score= ;;
    log) echo file= ;;
    lint) echo file= fail= ;;
    esac
}

# Fills COMPREPLY with those of the words that begin like the word being typed.
_boojum_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

# To `boojum match` two hyphens before an option are as good as one.
_boojum_offer_options() { # program command
    local options
    options=$(_boojum_options "$@")
    case $2:$cur in
    match:--*) options=$(sed -E 's/^-([^-].)/--\1/' <<<"$options") ;;
    esac
    _boojum_words "$options"
}

_boojum_files() { # -f or -d
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

# The value of KEY=, which stands before the word being typed. False if any text will do.
_boojum_key_value() { # key
    case $1 in
    cmd | file | stderr) _boojum_files -f ;;
    dir) _boojum_files -d ;;
    restart | fail) _boojum_words "on off" ;;
    format) _boojum_words "epd pgn" ;;
    order) _boojum_words "random sequential" ;;
    policy) _boojum_words "round encounter" ;;
    twosided) _boojum_words "true false" ;;
    *) return 1 ;;
    esac
}

# The value of the option before the word being typed. False if it takes none; if any text will
# do, nothing is offered.
_boojum_value() { # command option
    case $1:$2 in
    *:--variant | match:-variant | *:-v) _boojum_words "$_boojum_games" ;;
    play:--level | play:-l) _boojum_words "1 2 3 4 5 6 7 8 9 10" ;;
    play:--color | play:--colour | play:-c) _boojum_words "white black random" ;;
    match:*-tournament) _boojum_words "round-robin gauntlet" ;;
    match:*-pgnout | match:*-state | analyse:--output | analyse:-o) _boojum_files -f ;;
    match:*-repeat) _boojum_words "1 2" ;;
    match:*-rounds | match:*-games | match:*-concurrency | match:*-seed | match:*-srand | match:*-wait | \
        match:*-patience | match:*-maxmoves | match:*-event | match:*-site | match:*-ratinginterval) ;;
    play:--time | play:-t | play:--fen | play:-f | play:--seed) ;;
    bench:--depth | bench:-d | bench:--threads | bench:-t | bench:--hash | bench:-s) ;;
    perft:--depth | perft:-d | perft:--fen | perft:-f) ;;
    openings:--plies | openings:-p | openings:--count | openings:-c | openings:--seed | openings:-s | \
        openings:--score | openings:--nodes) ;;
    analyse:--depth | analyse:-d | analyse:--nodes | analyse:-n | analyse:--time | analyse:-t | \
        analyse:--multipv | analyse:-m | analyse:--hash | analyse:-s | analyse:--concurrency | analyse:-j) ;;
    *) return 1 ;;
    esac
}

_boojum() {
    local cur=${COMP_WORDS[COMP_CWORD]} command="" option="" i
    local previous=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _boojum_words "$_boojum_commands help $(_boojum_options "$1")"
        return
    fi
    command=${COMP_WORDS[1]}
    if [ "$command" = help ]; then
        [ "$COMP_CWORD" -ne 2 ] || _boojum_words "$_boojum_commands"
        return
    fi
    case " $_boojum_commands " in
    *" $command "*) ;;
    *) return ;;
    esac

    # Bash makes a word of each `=`.
    if [ "$cur" = = ]; then
        previous="$previous=" cur=""
    elif [ "$previous" = = ]; then
        previous="${COMP_WORDS[COMP_CWORD - 2]}="
    fi
    case $previous in
    --*=) previous=${previous%=} ;; # --variant=GAME
    *=)
        _boojum_key_value "${previous%=}"
        return
        ;;
    esac

    if _boojum_value "$command" "$previous"; then
        [ ${#COMPREPLY[@]} -gt 0 ] || [ "${cur#-}" = "$cur" ] || _boojum_offer_options "$1" "$command"
        return
    fi
    if [ "${cur#-}" != "$cur" ]; then
        _boojum_offer_options "$1" "$command"
        return
    fi
    if [ "$command" = match ]; then
        for ((i = COMP_CWORD - 1; i > 1; i--)); do # the option that these keys belong to
            option=${COMP_WORDS[i]}
            [ "${option#-}" = "$option" ] || break
        done
        _boojum_words "$(_boojum_keys "${option##*-}")"
        [ ${#COMPREPLY[@]} -eq 0 ] || compopt -o nospace 2>/dev/null
    elif [ "$command" = analyse ]; then
        _boojum_files -f
    fi
    [ ${#COMPREPLY[@]} -gt 0 ] || [ -n "$cur" ] || _boojum_offer_options "$1" "$command"
}

complete -F _boojum boojum
