// A beginner, as an engine for `boojum match`: the capture that wins most at once, and where nothing is
// won any move at random. It borrows the rules from Boojum's `legal`.
//
// usage: node greedy.mjs path/to/boojum
import { spawn } from 'child_process';
import { createInterface } from 'readline';

const rules = spawn(process.argv[2], { stdio: ['pipe', 'pipe', 'inherit'] });
const tell = line => rules.stdin.write(line + '\n');
const value = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 1000 };
let side = 'w', moves = [];

// What men such as `pd5` or `Nc6,be6` are worth to the side to move: upper case is White's.
const worth = men => men === '-' ? 0 : men.split(',').reduce((sum, man) => {
  const white = man[0] !== man[0].toLowerCase();
  return sum + value[man[0].toLowerCase()] * (white === (side === 'w') ? -1 : 1);
}, 0);

function choose() {
  const gains = moves.map(m => worth(m.takes) + worth(m.blast));
  const most = Math.max(...gains);
  const best = moves.filter((m, i) => gains[i] === most);
  return best[Math.floor(Math.random() * best.length)]?.move ?? '(none)';
}

createInterface({ input: rules.stdout }).on('line', line => {
  const legal = line.match(/^legal (\S+) .* takes (\S+) blast (\S+)/);
  if (legal) moves.push({ move: legal[1], takes: legal[2], blast: legal[3] });
  else if (line.startsWith('Fen: ')) side = line.split(' ')[2];
  else if (line.startsWith('legalok')) console.log('bestmove ' + choose());
  else if (line === 'uciok' || line === 'readyok' || line.startsWith('option name UCI_')) console.log(line);
});

createInterface({ input: process.stdin }).on('line', line => {
  const word = line.trim().split(/\s+/)[0];
  if (word === 'uci') console.log('id name Beginner');
  if (word === 'go') { moves = []; tell('d'); tell('legal'); }
  else if (word !== 'stop') tell(line);
  if (word === 'quit') process.exit(0);
}).on('close', () => process.exit(0));
