/* The front: sessions with the real process over pipes, each a table of lines to send and to
 * expect; then what a table cannot say. */
#include <check.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shell.h"
#include "suites.h"
#include "tables.h"
#include "talk/uci.h"
#include "talk/version.h"
#include "uci_driver.h"

/* --- Sessions ----------------------------------------------------------------------------------
 */

/* What a step's first two characters mean:
 *   "> "  send the line
 *   "< "  read lines until one matches the pattern
 *   "= "  the very next line matches the pattern
 *   "! "  until the next "< " is satisfied, no line may match this pattern
 *   "~ "  for so many milliseconds no line comes, save `info` lines
 * Each session starts afresh and ends with `isready`, whose `readyok` must be the next line, and
 * `quit`. Patterns are those of fnmatch(3). */
enum { MAX_STEPS = 48 };

typedef struct Session {
    const char *name;
    const char *steps[MAX_STEPS];
} Session;

#define ATOMIC_ALICE_START                                                                         \
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1"
#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define VARIANT_LINE(name, fen)                                                                    \
    "= info string variant " name " files 8 ranks 8 pocket 0 template fairy startpos " fen
#define SET_CHESS "> setoption name UCI_Variant value chess"
#define SET_ATOMIC "> setoption name UCI_Variant value atomic"

static const Session sessions[] = {
    {"greeting",
     {"> uci", "= id name Boojum*", "= id author *",
      "= option name UCI_Variant type combo default aliceatomic var aliceatomic var alice var "
      "lookingglass var msalice var atomic var chess var standard",
      "= option name UCI_Chess960 type check default false",
      "= option name Hash type spin default 16 min 1 max *", "= option name Clear Hash type button",
      "= option name Threads type spin default 1 min 1 max *",
      "= option name MultiPV type spin default 1 min 1 max *",
      "= option name Ponder type check default false",
      "= option name Move Overhead type spin default 10 min 0 max 5000",
      "= option name Skill Level type spin default 20 min 0 max 20",
      "= option name UCI_LimitStrength type check default false",
      "= option name UCI_Elo type spin default 2540 min 1100 max 2540",
      "= option name UCI_ShowWDL type check default false",
      "= option name UCI_AnalyseMode type check default false",
      "= option name FEN Style type combo default two-board var two-board var marked var wide",
      "= option name UCI_EngineAbout type string default Boojum *", "= uciok"}},
    {"the state at the start",
     {"> d", "= *board A*board B*", "= 8  r n b q k b n r      . . . . . . . .  8",
      "< Fen: " ATOMIC_ALICE_START, "= Key: ????????????????", "= Checkers: ", "= State: ongoing"}},
    {"silent commands",
     {"> stop", "> ponderhit", "> ucinewgame", "> debug on", "> debug off", ">", "> \t ", "~ 100"}},
    {"small commands",
     {"> register later", "= registration ok", "> debug maybe", "= info string error: debug*",
      "> xyzzy 1 2", "= info string error: unknown command xyzzy", "> UCI",
      "= info string error: unknown command UCI", "> isready please", "= readyok"}},
    {"white space",
     {">   isready", "= readyok", "> \t isready\t", "= readyok", "> isready\r", "= readyok",
      "> \tposition \t startpos   moves\te2e4 \r", "> d", "< Fen: * b KQkq - 0 1", "< State: *"}},
    {"games",
     {"> setoption name UCI_Variant value alice",
      VARIANT_LINE("alice", ATOMIC_ALICE_START),
      "> setoption name UCI_Variant value alice",
      "~ 50",
      "> setoption name uci_variant value LookingGlass",
      VARIANT_LINE("lookingglass", "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/8/8 w "
                                   "KQkq - 0 1"),
      "> setoption name UCI_Variant value msalice",
      VARIANT_LINE("msalice", ATOMIC_ALICE_START),
      SET_ATOMIC,
      "~ 50",
      "> setoption name UCI_Variant value standard",
      "~ 50",
      "> d",
      "= 8  r n b q k b n r  8",
      "< Fen: " CHESS_START,
      "< State: *",
      "> setoption name UCI_Variant value alice-atomic",
      VARIANT_LINE("aliceatomic", ATOMIC_ALICE_START),
      "> setoption name UCI_Variant value shogi",
      "= info string error: *shogi*",
      "> d",
      "< Fen: " ATOMIC_ALICE_START,
      "< State: *"}},
    {"a new game starts from its start",
     {"> position startpos moves e2e4", SET_CHESS, "> d", "< Fen: " CHESS_START, "< State: *",
      "> position startpos moves e2e4", SET_CHESS, "> d",
      "< Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "< State: *"}},
    {"Chess960 by name",
     {"> setoption name UCI_Variant value chess960", "> d",
      "< Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "< State: *",
      "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "> legal e1",
      "< legal e1h1 san O-O board A lands A takes - blast -",
      "> setoption name UCI_Chess960 value FALSE", "> legal e1",
      "< legal e1g1 san O-O board A lands A takes - blast -",
      "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1", "> d",
      "< Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "< State: *",
      "> setoption name UCI_Variant value fischerandom", "> d",
      "< Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1", "< State: *"}},
    {"Chess960 ends with the name that brought it",
     {"> setoption name UCI_Variant value chess960", "> setoption name UCI_Variant value chess",
      "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "> legal e1",
      "< legal e1g1 san O-O board A lands A takes - blast -",
      "> setoption name UCI_Chess960 value true", "> setoption name UCI_Variant value chess960",
      "> setoption name UCI_Variant value chess", "> legal e1",
      "< legal e1h1 san O-O board A lands A takes - blast -",
      "> setoption name UCI_Chess960 value false", "> setoption name UCI_Variant value chess960",
      "> setoption name UCI_Chess960 value true", "> setoption name UCI_Variant value chess",
      "> legal e1", "< legal e1h1 san O-O board A lands A takes - blast -", "< legalok *"}},
    {"a mark of byte order",
     {"> \xef\xbb\xbf"
      "d",
      "< Fen: *", "< State: *"}},
    {"FEN styles",
     {"> position startpos moves e2e4",
      "> setoption name FEN Style value marked",
      "> d",
      "< Fen: rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
      "< State: *",
      "> setoption name fen style value WIDE",
      "> d",
      "< Fen: rnbqkbnr8/pppppppp8/16/16/12P3/16/PPPP1PPP8/RNBQKBNR8 b KQkq - 0 1",
      "< State: *",
      "> setoption name FEN Style value paired",
      "= info string error: *paired*",
      "> position fen rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves  d7d6",
      "> setoption name FEN   Style value two-board",
      "> d",
      "< Fen: rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/3p4/8/4P3/8/8/8 w KQkq - 0 2",
      "< State: *",
      "> position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 1 | 8/8/3r4/8/4Q3/8/8/8 b - - 0 1",
      "> d",
      "< Fen: 4k3/8/8/8/8/8/8/4K3|8/8/3r4/8/4Q3/8/8/8 b - - 0 1",
      "< State: *"}},
    {"options refused",
     {"> setoption",
      "= info string error: setoption*",
      "> setoption Ponder value true",
      "= info string error: setoption*",
      "> setoption name",
      "= info string error: *",
      "> setoption name No Such value 1",
      "= info string error: *No Such*",
      "> setoption name Ponder",
      "= info string error: *Ponder*",
      "> setoption name Ponder value yes",
      "= info string error: *yes*",
      "> setoption name Move Overhead value 5001",
      "= info string error: *5001*",
      "> setoption name Move Overhead value -1",
      "= info string error: *-1*",
      "> setoption name Move Overhead value 1x",
      "= info string error: *1x*",
      "> setoption name Move Overhead value 99999999999999999999",
      "= info string error: *",
      "> setoption name Move Overhead value",
      "= info string error: *missing*",
      "> setoption name UCI_EngineAbout value value of nothing",
      "= info string error: *",
      "> setoption name UCI_Variant value value chess",
      "= info string error: *value chess*",
      "> d",
      "< Fen: " ATOMIC_ALICE_START,
      "< State: *"}},
    {"options taken",
     {"> setoption name move  OVERHEAD value 0", "> setoption name ponder value TRUE",
      "> setoption name UCI_AnalyseMode value true", "> setoption   name\tPonder   value\tfalse\r",
      "> setoption name UCI_EngineAbout value " BOOJUM_ABOUT, "~ 50"}},
    {"numbers at their limits",
     {"> setoption name hash value 1",
      "> go depth 2",
      "< bestmove ????*",
      "> setoption name HASH value 1048576",
      "= info string error: hash: 1048576 MB is more than*",
      "> go depth 2",
      "< bestmove ????*",
      "> setoption name Hash value 1048577",
      "= info string error: *1048577*",
      "> setoption name Hash value 0",
      "= info string error: *0 is not from 1*",
      "> setoption name Hash value 64",
      "> go depth 2",
      "< bestmove ????*",
      "> setoption name Hash value 2.5",
      "= info string error: *2.5*",
      "> setoption name THREADS value 257",
      "= info string error: *257*",
      "> setoption name threads value 0",
      "= info string error: *0 is not from 1*",
      "> setoption name Threads value -9223372036854775809",
      "= info string error: *",
      "> setoption name Threads value 256",
      "~ 1",
      "> setoption name Threads value 32",
      "> go nodes 2000",
      "< bestmove ????*",
      "> setoption name Threads value 1",
      "> go depth 2",
      "< bestmove ????*",
      "> setoption name MultiPV value 257",
      "= info string error: *257*"}},
    {"more lines than moves",
     {SET_CHESS, "> setoption name MultiPV value 256",
      "> position fen 7k/8/8/8/8/8/8/K6R b - - 0 1", "! info * multipv 3 *", "> go depth 3",
      "< info depth 3 * multipv 2 *", "! info * multipv 3 *", "< bestmove h8g[78]*",
      "> setoption name Clear Hash", "> go searchmoves h8g8 depth 2", "! info * multipv 2 *",
      "< info depth 2 * multipv 1 *", "! info * multipv 2 *", "< bestmove h8g8*"}},
    {"huge numbers",
     {"> go depth 2 nodes 9223372036854775807 movetime 2147483647", "< bestmove ????*",
      "> go depth 2 nodes 9223372036854775808", "= info string error: go nodes*",
      "< bestmove ????*", "> go depth 2 wtime 1000 btime 1000 movestogo 2147483647",
      "< bestmove ????*", "> go depth 2 wtime 1000 movestogo 99999999999",
      "= info string error: go movestogo*", "< bestmove ????*", "> go depth 4000000000",
      "= info string error: go depth*is taken as*", "~ 50", "> stop", "< bestmove ????*",
      "> go wtime -99999999999999999999 depth 1", "= info string error: go wtime*",
      "< bestmove ????*"}},
    {"positions refused leave the old one",
     {"> position startpos moves e2e4 d7d5",
      "> position",
      "= info string error: position*",
      "> position somewhere",
      "= info string error: position*somewhere*",
      "> position startpos e2e4",
      "= info string error: position*e2e4*",
      "> position fen",
      "= info string error: *",
      "> position fen 8/8/8",
      "= info string error: fen placement*",
      "> position fen 4k3/8/8/8/8/8/8/8 w - - 0 1 moves e2e4",
      "= info string error: *",
      "> position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
      "= info string error: fen side*",
      "> position fen 4k3/8/8/8/8/8/8/4K3 w K - 0 1",
      "= info string error: fen castling*",
      "> position fen 4k3/8/8/8/8/8/8/4K3|4p3/8/8/8/8/8/8/8 w - - 0 1",
      "= info string error: fen placement*",
      "> position startpos moves e2e4 e7e5 e1e3 e8e7",
      "= info string error: position: move 3*e1e3*",
      "> position startpos moves e2e4 hello",
      "= info string error: position: move 2*hello*",
      "> position startpos moves e2e4 e4",
      "= info string error: position: move 2*e4*",
      "> d",
      "< Fen: rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/3p4/4P3/8/8/8 w KQkq - 0 2",
      "< State: *"}},
    {"states",
     {SET_CHESS,
      "> position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1",
      "> d",
      "< Checkers: a8",
      "= State: checkmate",
      "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
      "> d",
      "< State: stalemate",
      "> position fen 4k3/8/8/8/8/8/8/3RK3 w - - 100 70",
      "> d",
      "< State: draw fifty moves",
      "> position fen 4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
      "> d",
      "< State: draw material",
      "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
      "> d",
      "< State: draw repetition",
      "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
      "> d",
      "< State: ongoing",
      "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4",
      "> d",
      "< State: ongoing",
      "> position fen 4k3/8/8/8/8/8/8/4RK2 b - - 0 1",
      "> d",
      "< Checkers: e1",
      "= State: ongoing check",
      SET_ATOMIC,
      "> position fen 4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1 moves d1d7",
      "> d",
      "< State: exploded"}},
    {"the engine lends its rules",
     {"> position fen 4k3/8/2N1b3/8/8/8/8/4K3|8/8/8/3p4/4P3/8/8/8 w - - 0 1",
      "> legal e4",
      "= legal e4e5 san e5 board B lands A takes - blast -",
      "= legal e4d5 san exd5 board B lands A takes pd5 blast Nc6,be6",
      "= legalok 2",
      "> position fen 4k3/8/8/3p4/4P3/8/8/4K3|8/8/2N1b3/8/8/8/8/8 w - - 0 1",
      "> legal e4",
      "= legal e4e5 san e5 board A lands B takes - blast -",
      "= legal e4d5 san exd5 board A lands B takes pd5 blast Nc6,be6",
      "= legalok 2",
      "> legal a5",
      "= legalok 0",
      "> legal z9",
      "= info string error: *z9*",
      "= legalok 0",
      "> legal e4e5",
      "= info string error: *",
      "= legalok 0",
      SET_ATOMIC,
      "> position fen 4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1",
      "> legal d1",
      "< legal d1d7 san Rxd7# board A lands A takes qd7 blast ke8",
      "< legalok 9",
      "> position fen 4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1 moves d1d7",
      "> legal",
      "= legalok 0",
      "> position startpos",
      "> legal",
      "< legalok 20"}},
    {"evaluation",
     {"> eval", "= Term*Balance*", "= Material*", "< Evaluation: * centipawns for White*"}},
    {"perft",
     {"> go perft 1", "= a2a3: 1", "< h2h4: 1", "< ", "= Nodes searched: 20", "> go perft 3", "< ",
      "= Nodes searched: *", "> go perft 0", "= ", "= Nodes searched: 1", "> go perft",
      "= info string error: go perft*", "> go perft x", "= info string error: go perft*",
      "> go perft -1", "= info string error: go perft*"}},
    {"perft can be stopped",
     {"> go perft 30", "~ 50", "> isready", "= readyok", "> stop", "= info string error: perft*",
      "= ", "= Nodes searched: *", "> go perft 30", "> go depth 1", "= info string error: perft*",
      "= ", "= Nodes searched: *", "< bestmove *"}},
    {"searches that end by themselves",
     {"> go depth 3",
      "! bestmove*",
      "< info depth 3 seldepth * multipv 1 score * nodes * pv *",
      "< bestmove ???? ponder ????",
      "> go nodes 1",
      "= info depth 1 *",
      "= bestmove ????",
      "> go nodes 1000",
      "< bestmove *",
      "> go movetime 100",
      "< bestmove *",
      "> go wtime 1000 btime 1000",
      "< bestmove *",
      "> go wtime 500 btime 500 winc 100 binc 100 movestogo 1",
      "< bestmove *",
      "> go searchmoves a2a3 h2h4 depth 3",
      "< bestmove [ah]2[ah][34]*",
      "> go searchmoves b2b3 depth 2",
      "< info depth 2 * pv b2b3*",
      "< bestmove b2b3*"}},
    {"wins",
     {SET_CHESS,
      "> position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
      "> go mate 1",
      "< info depth * score mate 1 * pv a1a8",
      "= bestmove a1a8",
      "> go depth 5",
      "< info depth * score mate 1 * pv a1a8",
      "= bestmove a1a8",
      "> position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1",
      "> go mate 2",
      "< info depth * score mate 2 *",
      "< bestmove *",
      SET_ATOMIC,
      "> position fen 4k3/3q4/8/8/8/8/8/3RK3 w - - 0 1",
      "> go depth 4",
      "< info depth 1 * score mate 1 * pv d1d7",
      "= bestmove d1d7",
      "> position fen 4k3/4p3/8/8/8/8/3Q4/4K3 w - - 0 1 moves d2d7 e8f7",
      "> go movetime 5000",
      "< info * score mate 1 * pv d7e7",
      "= bestmove d7e7"}},
    {"wins that are not there",
     {SET_CHESS, "> position startpos", "> go mate 3",
      "< info depth 5 seldepth * multipv 1 score cp * pv ????*", "< bestmove ????*",
      "> position fen 7k/R7/8/8/8/8/8/1R2K3 b - - 1 1", "> go mate 2",
      "< info depth 3 * score mate -1 * pv h8g8 b1b8", "= bestmove h8g8 ponder b1b8",
      "> position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "> go mate 3 searchmoves e1e2",
      "< info depth 5 * score * pv e1e2*", "< bestmove e1e2*", "> go mate 120 nodes 20000",
      "< info depth 3 * score mate 2 *", "< bestmove ????*"}},
    {"clocks that have run out",
     {"> go wtime 0 btime 0", "< bestmove ????*", "> go wtime -5000 btime -1", "< bestmove ????*",
      "> go wtime 1 btime 1 winc 0 binc 0 movestogo 0", "< bestmove ????*", "> go movetime 0",
      "< bestmove ????*", "> go wtime 99999999999999999999 movetime 10",
      "= info string error: go wtime*", "< bestmove ????*", "> go btime 1000",
      "= info string error: go*", "< bestmove ????*", "> go winc 1000", "= info string error: go*",
      "< bestmove ????*"}},
    {"go with bad parameters still answers",
     {"> go depth",
      "= info string error: go depth*",
      "< bestmove ????*",
      "> go depth x",
      "= info string error: go depth*x*",
      "< bestmove ????*",
      "> go depth -3",
      "= info string error: go depth*-3*",
      "< bestmove ????*",
      "> go depth movetime 10",
      "= info string error: go depth*",
      "< bestmove ????*",
      "> go movetime -1",
      "= info string error: go movetime*",
      "< bestmove ????*",
      "> go nodes 1e6",
      "= info string error: go nodes*",
      "< bestmove ????*",
      "> go fast and furious",
      "= info string error: go*fast*",
      "! info string*",
      "< bestmove ????*",
      "> go depth 99999999999999999999 movetime 10",
      "= info string error: go depth*",
      "< bestmove ????*",
      "> go searchmoves e2e5 a1a1 depth 1",
      "= info string error: go searchmoves*",
      "< bestmove ????*",
      "> go searchmoves e2e5 e2e4 depth 1",
      "= info string error: go searchmoves*e2e5*",
      "< bestmove e2e4",
      "> go searchmoves",
      "= info string error: go searchmoves*",
      "< bestmove ????*"}},
    {"finished positions",
     {SET_CHESS,
      "> position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1",
      "> go depth 5",
      "= info depth 0 score mate 0",
      "= bestmove (none)",
      "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
      "> go wtime 1000 btime 1000",
      "= info depth 0 score cp 0",
      "= bestmove (none)",
      "> go infinite",
      "= info depth 0 score cp 0",
      "~ 200",
      "> stop",
      "= bestmove (none)",
      "> go ponder",
      "= info depth 0 score cp 0",
      "~ 200",
      "> ponderhit",
      "= bestmove (none)",
      "> go ponder",
      "= info depth 0 score cp 0",
      "~ 50",
      "> stop",
      "= bestmove (none)",
      SET_ATOMIC,
      "> position fen 8/8/8/8/8/8/8/3RK3 b - - 0 1",
      "> go nodes 5",
      "= info depth 0 score mate 0",
      "= bestmove (none)"}},
    {"drawn positions still get a move",
     {SET_CHESS, "> position fen 4k3/8/8/8/8/8/8/3BK3 w - - 0 1", "> go depth 2",
      "< bestmove ????*", "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
      "> go depth 2", "< bestmove ????*", "> position fen 4k3/8/8/8/8/8/8/3RK3 w - - 100 70",
      "> go depth 2", "< bestmove ????*"}},
    {"infinite and ponder wait",
     {"> position startpos",
      "> go infinite",
      "~ 200",
      "> ponderhit",
      "~ 50",
      "> isready",
      "< readyok",
      "> stop",
      "< bestmove *",
      "> go ponder wtime 1000 btime 1000",
      "~ 300",
      "> ponderhit",
      "< bestmove *",
      "> go ponder movetime 50",
      "~ 200",
      "> stop",
      "< bestmove *",
      "> go ponder",
      "~ 50",
      "> ponderhit",
      "< bestmove *",
      "> go infinite depth 1",
      "~ 100",
      "> stop",
      "< bestmove *",
      SET_CHESS,
      "> position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
      "> go infinite",
      "< * mate 1 *",
      "~ 200",
      "> stop",
      "< bestmove a1a8",
      "> stop",
      "~ 100"}},
    {"drawn games are over",
     {"> setoption name UCI_Variant value chess", "> position fen 4k3/8/8/8/8/8/8/4KB2 w - - 0 80",
      "> go depth 2", "= info depth 0 score cp 0", "= bestmove (none)",
      "> position fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "> go depth 2",
      "= info depth 0 score cp 0", "= bestmove (none)",
      "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "> go infinite",
      "= info depth 0 score cp 0", "~ 50", "> stop", "= bestmove (none)",
      "> setoption name UCI_AnalyseMode value true", "> go depth 2", "< bestmove ????*"}},
    {"commands that end a search first",
     {"> go infinite", "~ 20", "> position startpos moves e2e4", "< bestmove *", "> go infinite",
      "> go infinite", "< bestmove *", "> setoption name Ponder value true", "< bestmove *",
      "> go infinite", "> ucinewgame", "< bestmove *", "> go infinite", SET_CHESS, "< bestmove *",
      "> go infinite", "> go depth 1", "< bestmove *", "< bestmove *"}},
    {"chances beside the score",
     {SET_CHESS,
      "> setoption name UCI_ShowWDL value true",
      "> go depth 1",
      "= info depth 1 seldepth * multipv 1 score cp * wdl * * * nodes *",
      "< bestmove *",
      "> position fen k7/8/1K6/8/8/8/7Q/8 w - - 0 1",
      "> go depth 3",
      "< info depth * score mate 1 wdl 1000 0 0 nodes *",
      "< bestmove h2h8",
      "> position fen k6Q/8/1K6/8/8/8/8/8 b - - 0 1",
      "> go",
      "= info depth 0 score mate 0 wdl 0 0 1000",
      "= bestmove (none)",
      SET_ATOMIC,
      "> position fen 8/8/8/8/8/8/8/4K3 w - - 0 31",
      "> go",
      "= info depth 0 score cp 20000 wdl 1000 0 0",
      "= bestmove (none)",
      SET_CHESS,
      "> position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
      "> go",
      "= info depth 0 score cp 0 wdl 0 1000 0",
      "= bestmove (none)",
      "> position fen 4k3/8/8/8/8/8/8/4KB2 w - - 0 80",
      "> go",
      "= info depth 0 score cp 0 wdl 0 1000 0",
      "= bestmove (none)"}},
    {"looking at the position during a search",
     {"> go infinite", "> d", "< State: ongoing", "> legal", "< legalok 20", "> eval",
      "< Evaluation*", "> uci", "< uciok", "> stop", "< bestmove *"}},
    {"debug says what it makes of the clock",
     {"> debug on", "> go wtime 2000 btime 2000", "= info string soft limit * ms, hard limit * ms",
      "< bestmove *"}},
    {"Ms. Alice's pass",
     {"> setoption name UCI_Variant value msalice", "< info string variant*",
      "> position startpos moves e2e2", "> d",
      "< Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/8/8/4P3/8 b KQkq - 1 1",
      "< State: *", "> position startpos", "> legal d2",
      "= legal d2d3 san d3 board A lands B takes - blast -", "= legal d2d4 san *",
      "= legal d2d2 san * board A lands B takes - blast -", "= legalok 3"}},
    {"a check shows",
     {"> position fen 4k3/8/8/8/8/8/3P4/4K3|8/8/8/8/8/8/8/R7 w - - 0 1 moves a1a8", "> d",
      "< Checkers: a8", "= State: ongoing check"}},
};

static bool matches(const char *pattern, const char *line)
{
    return fnmatch(pattern, line, 0) == 0;
}

static void expect_quiet(UciProcess *engine, int ms, const char *name)
{
    long long until = uci_now_ms() + ms;
    for (long long left; (left = until - uci_now_ms()) > 0;) {
        const char *line = uci_line(engine, (int)left);
        ck_assert_msg(!line || strncmp(line, "info depth ", 11) == 0, "%s: unwanted `%s`", name,
                      line);
        ck_assert_msg(!uci_ended(engine), "%s: the output has ended", name);
    }
}

static void expect_until(UciProcess *engine, const Session *session, const char *pattern,
                         const char *forbidden)
{
    long long deadline = uci_now_ms() + UCI_PATIENCE_MS;
    for (const char *line = ""; !matches(pattern, line) || !*line;) {
        line = uci_line(engine, (int)(deadline - uci_now_ms()));
        ck_assert_msg(line != NULL, "%s: no line `%s`", session->name, pattern);
        ck_assert_msg(!forbidden || !matches(forbidden, line) || matches(pattern, line),
                      "%s: unwanted `%s`", session->name, line);
        if (matches(pattern, line)) return;
    }
}

static void expect_next(UciProcess *engine, const char *name, const char *pattern)
{
    const char *line = uci_line(engine, UCI_PATIENCE_MS);
    ck_assert_msg(line && matches(pattern, line), "%s: `%s` instead of `%s`", name,
                  line ? line : "(nothing)", pattern);
}

START_TEST(sessions_go_as_written)
{
    const Session *session = &sessions[_i];
    const char *forbidden = NULL;
    UciProcess *engine = uci_open(NULL);
    for (int i = 0; i < MAX_STEPS && session->steps[i]; i++) {
        const char *step = session->steps[i];
        const char *text = step[1] ? step + 2 : "";
        switch (step[0]) {
        case '>': uci_send(engine, "%s", text); break;
        case '!': forbidden = text; break;
        case '~': expect_quiet(engine, atoi(text), session->name); break;
        case '=': expect_next(engine, session->name, text); break;
        case '<':
            expect_until(engine, session, text, forbidden);
            forbidden = NULL;
            break;
        default: ck_abort_msg("%s: step `%s`", session->name, step);
        }
    }
    uci_send(engine, "isready");
    expect_next(engine, session->name, "readyok");
    uci_quit(engine);
}
END_TEST

/* --- What a table cannot say -------------------------------------------------------------------
 */

START_TEST(nothing_is_said_before_the_first_command)
{
    UciProcess *engine = uci_open(NULL);
    ck_assert_ptr_null(uci_line(engine, 200));
    ck_assert(!uci_ended(engine));
    uci_quit(engine);
}
END_TEST

/* The end of the input while it thinks: the best move is still said, and the process ends with
 * status 0 (within a second, which is measured and not asserted). */
static void end_of_input(const char *input)
{
    UciProcess *engine = uci_open(NULL);
    long long start = uci_now_ms();
    uci_write(engine, input, strlen(input));
    uci_close_input(engine);
    uci_expect(engine, "bestmove ????*");
    ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 0);
    printf("uci: %lld ms from the end of input to the end of the process\n", uci_now_ms() - start);
}

START_TEST(the_end_of_the_input_ends_it)
{
    end_of_input("position startpos\ngo movetime 1000\n");
    end_of_input("go infinite\n");
    end_of_input("go infinite"); /* a last line without its end */
    end_of_input("go ponder wtime 1000 btime 1000\n");
    end_of_input("go infinite\nquit\nxyzzy\n");

    UciProcess *engine = uci_open(NULL);
    uci_close_input(engine);
    ck_assert_ptr_null(uci_line(engine, UCI_PATIENCE_MS));
    ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 0);
}
END_TEST

START_TEST(nobody_reads_the_output)
{
    UciProcess *engine = uci_open(NULL);
    uci_close_output(engine);
    uci_send(engine, "uci");
    ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 0);

    engine = uci_open(NULL);
    uci_send(engine, "go infinite");
    uci_expect(engine, "info depth 2 *");
    uci_close_output(engine);
    uci_send(engine, "isready"); /* may be the line that finds out; the next finds it ended */
    uci_send(engine, "isready");
    ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 0);
}
END_TEST

/* Milliseconds of processor time that it has used. */
static long long work_of(const UciProcess *engine)
{
    clockid_t clock;
    struct timespec time;
    must_hold(clock_getcpuclockid(uci_pid(engine), &clock) == 0 &&
              clock_gettime(clock, &time) == 0);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* Nobody will read what the search finds; nothing comes that would end it. */
START_TEST(a_search_that_nobody_hears_ends)
{
    enum { PAUSE_US = 300000, PAUSES = UCI_PATIENCE_MS / (PAUSE_US / 1000) };
    UciProcess *engine = uci_open(NULL);
    uci_send(engine, "go infinite");
    uci_expect(engine, "info depth 2 *");
    uci_close_output(engine);
    int pauses = 0;
    for (long long before = -1, now; (now = work_of(engine)) != before; before = now) {
        ck_assert_int_lt(pauses++, PAUSES);
        usleep(PAUSE_US);
    }
    uci_close_input(engine);
    ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 0);
}
END_TEST

/* In a search: two signals that do not matter, and those that end it, each as it ends others. */
START_TEST(signals_during_a_search)
{
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGKILL};
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
        UciProcess *engine = uci_open(NULL);
        uci_send(engine, "setoption name Threads value 2");
        uci_send(engine, "go infinite");
        uci_expect(engine, "info depth 2 *");
        uci_signal(engine, SIGPIPE);
        uci_send(engine, "isready");
        uci_expect(engine, "readyok");
        uci_signal(engine, SIGSTOP);
        uci_send(engine, "isready");
        while (uci_line(engine, 50)) continue; /* what it had said before it stood still */
        uci_signal(engine, SIGCONT);
        uci_expect(engine, "readyok");
        uci_send(engine, "stop");
        uci_expect(engine, "bestmove ????*");
        uci_send(engine, "go infinite");
        uci_expect(engine, "info depth 2 *");
        uci_signal(engine, deadly[i]);
        ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), 128 + deadly[i]);
    }
}
END_TEST

/* Far less than what a fault would cost, far more than a search or its end should. */
enum { WANTED_READY_MS = 50, TRIES = 10, LATE_MS = 300 };

START_TEST(isready_is_answered_at_once)
{
    UciProcess *engine = uci_open(NULL);
    long long slowest = 0, fastest = UCI_PATIENCE_MS;
    uci_send(engine, "go infinite");
    for (int i = 0; i < 50; i++) {
        long long start = uci_now_ms();
        uci_send(engine, "isready");
        uci_expect(engine, "readyok");
        long long took = uci_now_ms() - start;
        if (took > slowest) slowest = took;
        if (took < fastest) fastest = took;
    }
    /* A machine may have a slow day, but not fifty times within a second. */
    printf("uci: the slowest readyok of 50 during a search came after %lld ms\n", slowest);
    ck_assert_msg(fastest <= WANTED_READY_MS, "the fastest readyok of 50 came after %lld ms",
                  fastest);
    uci_send(engine, "stop");
    uci_expect(engine, "bestmove *");
    uci_quit(engine);
}
END_TEST

START_TEST(time_is_kept)
{
    static const struct {
        const char *go;
        int least, most;
    } rows[] = {
        {"go movetime 300", 200, 300},
        {"go wtime 1000 btime 1000", 0, 750},
        {"go wtime 60 btime 60", 0, 60},
        {"go wtime 0 btime 0", 0, 50},
    };
    /* Once in some tries the machine has no slow day. */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        long long took = LLONG_MAX;
        for (int try = 0; try < TRIES && took > rows[i].most + LATE_MS; try++) {
            UciProcess *engine = uci_open(NULL);
            uci_send(engine, "isready");
            uci_expect(engine, "readyok");
            long long start = uci_now_ms();
            uci_send(engine, "%s", rows[i].go);
            uci_expect(engine, "bestmove *");
            took = uci_now_ms() - start;
            ck_assert_msg(took >= rows[i].least, "%s took %lld ms", rows[i].go, took);
            uci_quit(engine);
        }
        ck_assert_msg(took <= rows[i].most + LATE_MS, "%s took %lld ms at least", rows[i].go, took);
    }
}
END_TEST

/* Long games, long lines, and bytes that are no text. */
START_TEST(any_line_can_be_read)
{
    UciProcess *engine = uci_open(NULL);
    static const char nul[] =
        "isready\0\nis\0ready\n\0\0\n\xff\xfe uci\nposition fen \x80\x81\n\x01\n";
    uci_write(engine, nul, sizeof nul - 1);
    for (int i = 0; i < 5; i++) expect_next(engine, "bytes", "info string error: *");
    expect_next(engine, "bytes", "info string error: *");

    enum { LONG = 200000 };
    char *line = malloc(LONG + 1);
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', LONG);
    line[LONG] = '\0';
    uci_send(engine, "%s", line);
    expect_next(engine, "long", "info string error: unknown command xxx*");
    uci_send(engine, "setoption name %s value %s", line, line);
    expect_next(engine, "long", "info string error: *");
    memset(line, ' ', LONG);
    uci_send(engine, "%sisready", line);
    expect_next(engine, "long", "readyok");
    free(line);

    static const char *const shuffle[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    char game[5 * 4000 + 1] = "";
    for (int i = 0; i < 4000; i++) memcpy(game + 5 * i, shuffle[i % 4], 6);
    uci_send(engine, "position startpos moves%s", game);
    uci_send(engine, "d");
    uci_expect(engine, "Fen: * w KQkq - 4000 2001");
    uci_expect(engine, "State: draw repetition");
    uci_send(engine, "go depth 2");
    uci_expect(engine, "bestmove *");
    uci_quit(engine);
}
END_TEST

START_TEST(the_command_line)
{
    static const struct {
        const char *arguments[8];
        int status;
        const char *line; /* one that must come; NULL: none may */
    } rows[] = {
        {{"--help"}, 0, "SYNOPSIS"},
        {{"--version"}, 0, "Boojum *"},
        {{"perft", "--help"}, 0, "Usage: boojum perft*"},
        {{"perft", "--variant", "chess", "--depth", "3"}, 0, "Nodes searched: 8902"},
        {{"perft", "--variant=Alice", "-d", "1", "--divide"}, 0, "e2e4: 1"},
        {{"perft", "-v", "atomic", "-d", "0", "--divide"}, 0, "Nodes searched: 1"},
        {{"perft", "-v", "chess", "-d", "1", "-f", "7k/8/8/8/8/8/8/K7 w - - 0 1"},
         0,
         "Nodes searched: 3"},
        {{"perft", "--depth", "3"}, 2, NULL},
        {{"perft", "--variant", "chess"}, 2, NULL},
        {{"perft", "--variant", "go", "--depth", "3"}, 2, NULL},
        {{"perft", "--variant", "chess", "--depth", "x"}, 2, NULL},
        {{"perft", "--variant", "chess", "--depth", "-1"}, 2, NULL},
        {{"perft", "--variant", "chess", "--depth"}, 2, NULL},
        {{"perft", "--variant", "chess", "--depth", "1", "more"}, 2, NULL},
        {{"perft", "--variant", "chess", "--depth", "1", "--fen", "8/8"}, 2, NULL},
        {{"perft", "--nonsense"}, 2, NULL},
        {{"--nonsense"}, 2, NULL},
        {{"nonsense"}, 2, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        UciProcess *engine = uci_open(rows[i].arguments);
        if (rows[i].line) uci_expect(engine, rows[i].line);
        const char *line = rows[i].line ? NULL : uci_line(engine, UCI_PATIENCE_MS);
        ck_assert_msg(!line, "row %zu: `%s`", i, line);
        ck_assert_int_eq(uci_wait(engine, UCI_PATIENCE_MS), rows[i].status);
    }
}
END_TEST

/* The driver proves every line (see talk/lint.h); here come searches that end in all ways. */
static void expect_proven_end(UciProcess *engine, const char *go)
{
    long long before = uci_proven(engine);
    uci_send(engine, "%s", go);
    uci_expect(engine, "bestmove ????*");
    ck_assert_msg(uci_proven(engine) >= before + 2, "%s: no line was proven", go);
}

START_TEST(what_a_search_says_is_right)
{
    static const char *const gos[] = {
        "go nodes 1",           "go nodes 7",     "go nodes 100",   "go nodes 5000",
        "go depth 1",           "go depth 4",     "go movetime 0",  "go wtime 0 btime 0",
        "go movetime 5",        "go movetime 31", "go movetime 77", "go movetime 77",
        "go wtime 99 btime 99", "go mate 2",
    };
    static const char *const variants[] = {"aliceatomic", "alice", "atomic", "chess"};
    UciProcess *engine = uci_open(NULL);
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        uci_send(engine, "setoption name UCI_Variant value %s", variants[v]);
        uci_send(engine, "isready");
        uci_expect(engine, "readyok");
        for (size_t i = 0; i < sizeof gos / sizeof *gos; i++) expect_proven_end(engine, gos[i]);
    }
    /* Long enough for `currmove`. */
    uci_send(engine, "go infinite");
    uci_expect(engine, "info depth * currmove ????* currmovenumber *");
    uci_send(engine, "stop");
    uci_expect(engine, "bestmove *");
    expect_proven_end(engine, "go movetime 3300");
    uci_quit(engine);
}
END_TEST

/* The one line that is said is that of the move that is played, and on any number of threads. */
START_TEST(a_weaker_player_says_what_it_plays)
{
    static const char *const settings[] = {
        "setoption name Skill Level value 0",
        "setoption name Skill Level value 19",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1100",
        "setoption name Threads value 3",
        "setoption name MultiPV value 5",
        "setoption name UCI_LimitStrength value false",
    };
    UciProcess *engine = uci_open(NULL);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        uci_send(engine, "%s", settings[i]);
        uci_send(engine, "go wtime 60000 btime 60000");
        const char *line = uci_line(engine, UCI_PATIENCE_MS);
        must(line && strstr(line, " multipv 1 ") && strstr(line, " pv "), "%s: %s", settings[i],
             line);
        char played[16] = "";
        ck_assert_int_eq(sscanf(strstr(line, " pv "), " pv %15s", played), 1);
        line = uci_line(engine, UCI_PATIENCE_MS);
        must(line && strncmp(line, "bestmove ", 9) == 0 &&
                 strncmp(line + 9, played, strlen(played)) == 0,
             "%s: %s", settings[i], line);
    }
    /* It stops, and ponders, like any other. */
    expect_proven_end(engine, "go depth 3");
    expect_proven_end(engine, "go mate 1");
    uci_send(engine, "go infinite");
    uci_send(engine, "isready");
    uci_expect(engine, "readyok");
    uci_send(engine, "stop");
    uci_expect(engine, "bestmove ????*");
    uci_send(engine, "setoption name Skill Level value 20");
    uci_send(engine, "go depth 3");
    uci_expect(engine, "info depth 3 * multipv 5 *"); /* as strong as can be again */
    uci_expect(engine, "bestmove ????*");
    uci_quit(engine);
}
END_TEST

/* --- Two engines in one process ----------------------------------------------------------------
 */

typedef struct Heard {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int bestmoves;
    char last[256]; /* the bestmove line, or the `Fen: ` line */
} Heard;

static bool hear(void *context, const char *line, size_t length)
{
    Heard *heard = context;
    ck_assert_uint_eq(strlen(line), length);
    ck_assert(length > 0 && line[length - 1] == '\n');
    pthread_mutex_lock(&heard->lock);
    bool best = strncmp(line, "bestmove", 8) == 0;
    if (best || strncmp(line, "Fen: ", 5) == 0)
        snprintf(heard->last, sizeof heard->last, "%.*s", (int)length - 1, line);
    heard->bestmoves += best;
    pthread_cond_broadcast(&heard->more);
    pthread_mutex_unlock(&heard->lock);
    return true;
}

static void say(Engine *engine, const char *line)
{
    ck_assert(uci_execute(engine, line, strlen(line)));
}

static void wait_for_bestmoves(Heard *heard, int count)
{
    pthread_mutex_lock(&heard->lock);
    while (heard->bestmoves < count) pthread_cond_wait(&heard->more, &heard->lock);
    pthread_mutex_unlock(&heard->lock);
}

/* What the first search needs is made before the clock runs. */
START_TEST(ready_means_ready)
{
    Heard heard = {0};
    pthread_mutex_init(&heard.lock, NULL);
    pthread_cond_init(&heard.more, NULL);
    Engine *engine = engine_create(hear, &heard);
    say(engine, "isready");
    must_hold(engine->worker && engine->search);
    engine_destroy(engine);
    pthread_mutex_destroy(&heard.lock);
    pthread_cond_destroy(&heard.more);
}
END_TEST

START_TEST(two_engines_live_in_one_process)
{
    Heard heard[2];
    Engine *engines[2];
    for (int i = 0; i < 2; i++) {
        memset(&heard[i], 0, sizeof heard[i]);
        pthread_mutex_init(&heard[i].lock, NULL);
        pthread_cond_init(&heard[i].more, NULL);
        engines[i] = engine_create(hear, &heard[i]);
        ck_assert_ptr_nonnull(engines[i]);
    }
    say(engines[0], "setoption name UCI_Variant value chess");
    say(engines[1], "setoption name UCI_Variant value alice");
    say(engines[0], "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    say(engines[1], "position fen k7/8/K7/8/8/8/8/8|8/8/8/8/8/8/8/7Q w - - 0 1");
    for (int round = 1; round <= 20; round++) {
        say(engines[0], "go infinite");
        say(engines[1], "go depth 3");
        wait_for_bestmoves(&heard[1], round);
        ck_assert_str_eq(heard[1].last, "bestmove h1b7");
        say(engines[0], "stop");
        wait_for_bestmoves(&heard[0], round);
        ck_assert_str_eq(heard[0].last, "bestmove a1a8");
    }
    say(engines[0], "go infinite");
    ck_assert(!uci_execute(engines[0], "quit\n", 5));
    engine_destroy(engines[0]); /* says its bestmove */
    ck_assert_int_eq(heard[0].bestmoves, 21);
    say(engines[1], "d");
    ck_assert_str_eq(heard[1].last, "Fen: k7/8/K7/8/8/8/8/8|8/8/8/8/8/8/8/7Q w - - 0 1");
    engine_destroy(engines[1]);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_destroy(&heard[i].lock);
        pthread_cond_destroy(&heard[i].more);
    }
}
END_TEST

/* A line without end costs no more than its room, and the next is heeded. */
START_TEST(a_line_without_end_is_not_kept)
{
    enum { PIECES = 400 };
    static char piece[1 << 16];
    UciProcess *engine = uci_open(NULL);
    memset(piece, 'a', sizeof piece);
    for (int i = 0; i < PIECES; i++) uci_write(engine, piece, sizeof piece);
    uci_write(engine, "\nisready\n", 9);
    uci_expect(engine, "info string error: no room for so long a line: aaa*");
    uci_expect(engine, "readyok");
    uci_write(engine, "go depth 1 ", 11); /* a `go` is answered, whatever comes behind it */
    for (int i = 0; i < PIECES; i++) uci_write(engine, piece, sizeof piece);
    uci_write(engine, "\n", 1);
    uci_expect(engine, "info string error: no room for so long a line: go");
    uci_expect(engine, "bestmove *");
    uci_quit(engine);
}
END_TEST

/* Whoever shares our input and output may have made them non-blocking; that is no end of them. */
START_TEST(nothing_to_read_and_no_room_yet_is_no_end)
{
    enum { TIMES = 40 };
    int to[2], from[2], status;
    static char answer[1 << 18];
    size_t length = 0;
    must_hold(pipe(to) == 0 && pipe(from) == 0);
    must_hold(fcntl(to[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(from[1], F_SETFL, O_NONBLOCK) == 0);
    must_hold(fcntl(from[1], F_SETPIPE_SZ, 4096) > 0);
    pid_t child = fork();
    must_hold(child >= 0);
    if (child == 0) {
        close(to[1]);
        _exit(uci_loop(fdopen(to[0], "r"), fdopen(from[1], "w")));
    }
    close(to[0]);
    close(from[1]);
    usleep(100000);
    for (int i = 0; i < TIMES; i++) must_hold(write(to[1], "uci\n", 4) == 4);
    must_hold(write(to[1], "isready\nquit\n", 13) == 13);
    usleep(100000);
    for (ssize_t got; (got = read(from[0], answer + length, sizeof answer - 1 - length)) > 0;)
        length += (size_t)got;
    ck_assert_int_eq(count_text(answer, "uciok\n"), TIMES);
    must_hold(strcmp(answer + length - 8, "readyok\n") == 0);
    must_hold(waitpid(child, &status, 0) == child && status == 0);
    close(to[1]);
    close(from[0]);
}
END_TEST

Suite *uci_suite(void)
{
    Suite *suite = suite_create("uci");
    TCase *tcase = tcase_create("uci");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, sessions_go_as_written, 0, sizeof sessions / sizeof *sessions);
    tcase_add_test(tcase, a_line_without_end_is_not_kept);
    tcase_add_test(tcase, nothing_to_read_and_no_room_yet_is_no_end);
    tcase_add_test(tcase, ready_means_ready);
    tcase_add_test(tcase, nothing_is_said_before_the_first_command);
    tcase_add_test(tcase, the_end_of_the_input_ends_it);
    tcase_add_test(tcase, nobody_reads_the_output);
    tcase_add_test(tcase, a_search_that_nobody_hears_ends);
    tcase_add_test(tcase, signals_during_a_search);
    tcase_add_test(tcase, isready_is_answered_at_once);
    tcase_add_test(tcase, time_is_kept);
    tcase_add_test(tcase, any_line_can_be_read);
    tcase_add_test(tcase, what_a_search_says_is_right);
    tcase_add_test(tcase, the_command_line);
    tcase_add_test(tcase, a_weaker_player_says_what_it_plays);
    tcase_add_test(tcase, two_engines_live_in_one_process);
    suite_add_tcase(suite, tcase);
    return suite;
}
