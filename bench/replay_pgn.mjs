// Plays the games of PGN files again with the rules of the npm package chessops, which knows chess and
// Atomic, and compares how they end with what our referee says.
//
// usage: npm install chessops && node replay_pgn.mjs FILE.pgn...
import { readFileSync } from 'fs';
import { parsePgn, startingPosition, parseComment } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeFen } from 'chessops/fen';
let ok = 0, ends = {}, evals = 0;
for (const file of process.argv.slice(2)) {
  const games = parsePgn(readFileSync(file, 'utf8'));
  for (const game of games) {
    const pos = startingPosition(game.headers).unwrap();
    let last = null, plies = 0;
    for (const node of game.moves.mainline()) {
      const move = parseSan(pos, node.san);
      if (!move) throw new Error(`${file} round ${game.headers.get('Round')}: illegal ${node.san} in ${makeFen(pos.toSetup())}`);
      pos.play(move); plies++; last = node;
      for (const c of node.comments ?? []) if (parseComment(c).evaluation) evals++;
    }
    if (game.headers.get('PlyCount') && plies !== +game.headers.get('PlyCount')) throw new Error('plies');
    const outcome = pos.outcome();
    const res = game.headers.get('Result');
    const comment = last.comments?.at(-1) ?? '';
    let got = outcome ? (outcome.winner ? (outcome.winner === 'white' ? '1-0' : '0-1') : '1/2-1/2') : null;
    const kind = comment.replaceAll('\n', ' ').split(', ').at(-1);
    ends[kind] = (ends[kind] ?? 0) + 1;
    if (got) { if (got !== res) throw new Error(`${file} ${game.headers.get('Round')}: ${res} but ${got}`); }
    else if (!/3-fold|fifty|time|adjudication/.test(kind)) throw new Error(`${file} ${game.headers.get('Round')}: not over, ${res} ${kind}`);
    ok++;
  }
}
console.log(ok, 'games agree', ends, 'evals', evals);
