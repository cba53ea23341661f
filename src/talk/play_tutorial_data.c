/* The lessons. tests/test_play.c checks each one's solutions against the rules. */
#include "talk/play_tutorial.h"

const Lesson lessons[] = {
    {"Through the looking-glass",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w KQkq - 0 1",
     "There are two boards, A and B. All men begin on board A. A man moves as in chess on the "
     "board it stands on, and then passes over: it stands on the same square of the other board.",
     "Move the pawn in front of your king two squares.", "Type e4, or e2e4.", "e2e4",
     "The pawn now stands on e4 of board B. With its next move it will come back to board A."},
    {"Who is in the way", "4k3/8/8/8/8/8/8/R3K3|8/8/8/8/8/p7/8/8 w - - 0 1",
     "Only men of its own board get in a man's way. What stands on the other board is passed by.",
     "Bring the rook from a1 to a5, past the pawn on a3 of board B.", "Type Ra5.", "a1a5", NULL},
    {"Never two on one square", "8/8/8/8/8/5N2/8/4K3|8/5k2/8/4p3/8/8/8/8 w - - 0 1",
     "A move may only end on a square that is empty on the other board, too, for the man must "
     "pass over to it. So no square ever has a man on both boards.",
     "Give check with the knight. It does so from the board to which it passes.",
     "From e5 and from g5 a knight attacks f7. But on e5 of board B stands a pawn.", "f3g5", NULL},
    {"Capture here, explode there", "rb2k3/8/8/8/8/8/8/R3K3|8/np6/8/8/8/8/8/8 w - - 0 1",
     "A man takes on the board where it stands. It passes over as always, and explodes on the "
     "other board: it goes, and with it every piece on the eight squares around it on that "
     "board. On the board of the capture nothing explodes.",
     "Take the rook on a8, and watch the knight on a7 of board B.", "Type Rxa8.", "a1a8",
     "The knight has gone. The pawn beside it stays, and so does the bishop on b8 of board A."},
    {"Pawns stay", "7k/1n1n4/8/8/8/8/6B1/3R2K1|q7/8/2ppp3/8/8/8/8/8 w - - 0 1",
     "An explosion takes kings, queens, rooks, bishops and knights, but never a pawn, unless it "
     "is the pawn that takes or that is taken.",
     "Take one of the two knights, so that the black queen is blown up.",
     "The queen stands on a8 of board B. Explode on a square beside it.", "g2b7",
     "The pawn on c6 was beside the explosion and has stayed."},
    {"Your own men as well", "7k/1n3n2/8/8/8/8/8/1R3RK1|8/8/b5Q1/8/8/8/8/8 w - - 0 1",
     "An explosion does not ask for colours: your own pieces go with it like your opponent's.",
     "Take a knight without losing your queen.",
     "The queen stands on g6 of board B. Which of the two knights stands on a square beside that "
     "one?",
     "b1b7", NULL},
    {"Winning by explosion",
     "rn1qkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQK1NR|8/3b4/3p4/1B6/4P3/8/8/8 w KQkq - 2 3",
     "Who blows up the enemy king has won at once.", "Win the game in one move.",
     "The king stands on e8 of board A. What can be taken on board B, on a square beside e8?",
     "b5d7", NULL},
    {"Kings do not take", "7k/8/8/1B6/8/8/4r3/4K3|8/8/8/8/8/8/8/3r1r2 w - - 0 1",
     "A king may not capture, for it would blow itself up. So a man beside it can give check "
     "without fear.",
     "The rook on e2 gives check, and the king has no square to go to. Save it.",
     "Let somebody else take the rook. What happens on board B then?", "b5e2", NULL},
    {"Your own king", "4k3/7n/8/8/8/8/b6R/8|8/6q1/8/8/8/8/8/1K6 w - - 0 1",
     "A capture may not blow up your own king, however much you would win by it.",
     "Take something with the rook.",
     "Your king stands on b1 of board B, beside a2. So the bishop cannot be taken.", "h2h7",
     "The knight on h7 went, and the queen with it, for g7 of board B is beside h7."},
    {"Check belongs to a board", "7k/8/8/8/8/8/6B1/8|4r3/8/8/8/8/8/8/4K3 w - - 0 1",
     "A king is in check when an enemy man attacks it on its own board; after your move, when all "
     "have passed over, your king may not be in check. A man put in the way of a check on the "
     "king's own board leaves that board at once and blocks nothing. One that comes from the "
     "other board does.",
     "Your king is in check on board B. Block the check.",
     "The bishop stands on board A, so it will pass to board B. Which square between e1 and e8 "
     "can it reach?",
     "g2e4", NULL},
    {"The king as a shield", "4k3/8/8/8/8/8/8/4R3|8/3K4/8/8/8/8/8/8 w - - 0 1",
     "Taking a king means exploding on the other board. So men whose own king stands beside that "
     "square of the other board give no check: they could never take. Here the rook looks at the "
     "black king, but the white one stands on d7 of board B, beside e8.",
     "Give check by moving your king.",
     "Wherever the king goes, it passes to board A. Only do not put it in the rook's way.",
     "d7c6 d7d6 d7c7 d7c8 d7d8", "A king next to the enemy king on the same board shields nobody."},
    {"In passing", "4k3/8/2n1b3/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6 0 2",
     "Black's pawn has just gone from d7 to d5 and passed to board B. A pawn that stands beside it "
     "there may take it in passing (en passant), at once: it goes to the square that was passed "
     "over, and explodes on the other board.",
     "Take the pawn in passing.", "Type exd6.", "e5d6", NULL},
    {"First come, first served", "4r1k1/8/8/8/8/8/8/4K3|8/R5p1/8/8/8/8/8/8 w - - 0 1",
     "Blowing up the enemy king wins even if your own king is in check and stays so.",
     "You are in check. Win.", "The king stands on g8 of board A. What is beside it on board B?",
     "a7g7", NULL},
    {"Castling", "4k3/8/b7/8/8/8/8/R3K2R|8/8/8/8/8/8/8/8 w KQ - 0 1",
     "Castling is played on the board where king and rook stand. The king may not be in check, "
     "nor pass through check, nor land in check, there and on the other board, to which both pass "
     "over.",
     "Castle.", "The bishop on a6 attacks f1. Type O-O-O.", "e1c1", NULL},
    {"Checkmate", "8/8/8/8/6K1/8/7R/5R2|8/8/8/8/8/8/8/k7 w - - 0 1",
     "Checkmate still wins: a king in check, and no move that helps, not even one that blows up "
     "the other king.",
     "Checkmate Black in one move.",
     "When the black king leaves a1, it comes to board A, where the rook on h2 rules the second "
     "rank. Which move gives check?",
     "f1b1", "The king may not take the rook beside it, for kings do not capture."},
};
const int lesson_count = sizeof lessons / sizeof *lessons;
