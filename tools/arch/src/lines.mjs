// npm run lines [-- COMMIT [COMMIT]]: how much production code a commit has, by top folder.
import { execFileSync } from 'node:child_process';
import { printsUsage } from './usage.mjs';

const CODE = /\.(ts|tsx|mjs|css|sql)$/;
const TEST = /(^|\/)(e2e|tests?)\/|spec\.tsx?$|\.fixture\.tsx?$/;
const GENERATED = /^(docs\/(generated|baseline)|libs\/sdk\/src\/generated)\//;

export const isProduction = (path) => CODE.test(path) && !TEST.test(path) && !GENERATED.test(path);

const git = (args, input) =>
  execFileSync('git', args, { input, maxBuffer: 1024 ** 3, stdio: ['pipe', 'pipe', 'inherit'] });

/** Lines that are not blank, and files, by `apps/x`, `libs/x`, `tools/x` or another first folder. */
export function linesOf(commit) {
  const files = git(['ls-tree', '-r', '-z', commit])
    .toString()
    .split('\0')
    .map((entry) => /^\d+ blob (?<hash>\w+)\t(?<path>.+)$/s.exec(entry)?.groups)
    .filter((file) => file && isProduction(file.path));
  const texts = git(['cat-file', '--batch'], files.map(({ hash }) => `${hash}\n`).join(''));
  const counts = new Map();
  let at = 0;
  for (const { path } of files) {
    const start = texts.indexOf('\n', at) + 1;
    const end = start + Number(texts.toString('latin1', at, start).split(' ')[2]);
    at = end + 1;
    const lines = texts.toString('utf8', start, end).split('\n');
    const folder = /^((apps|libs|tools)\/)?[^/]+/.exec(path)[0];
    const count = counts.get(folder) ?? { files: 0, lines: 0 };
    count.files += 1;
    count.lines += lines.filter((line) => line.trim() !== '').length;
    counts.set(folder, count);
  }
  return counts;
}

const NONE = { files: 0, lines: 0 };

/** A row per folder and a total; with two commits also differences and percentages. */
function tableOf(commits) {
  const counts = commits.map(linesOf);
  const folders = [...new Set(counts.flatMap((each) => [...each.keys()]))].sort();
  const rows = folders.map((folder) => [folder, ...counts.map((each) => each.get(folder) ?? NONE)]);
  const sum = (at, what) => rows.reduce((total, row) => total + row[at][what], 0);
  const totals = counts.map((_, at) => ({
    files: sum(at + 1, 'files'),
    lines: sum(at + 1, 'lines'),
  }));
  const change = (what, [before, after]) => {
    const difference = after[what] - before[what];
    const share = before[what] === 0 ? '' : ` ${((100 * difference) / before[what]).toFixed(1)} %`;
    return `${difference > 0 ? '+' : ''}${difference}${share}`;
  };
  const cellsOf = ([name, ...each]) => [
    name,
    ...each.flatMap(({ files, lines }) => [String(files), String(lines)]),
    ...(each.length === 2 ? [change('files', each), change('lines', each)] : []),
  ];
  const changes = commits.length === 2 ? ['files ±', 'lines ±'] : [];
  const head = ['folder', ...commits.flatMap((commit) => [`files ${commit}`, 'lines']), ...changes];
  const table = [head, ...rows.map(cellsOf), cellsOf(['total', ...totals])];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table.map((row) =>
    row.map((cell, at) => (at ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  '),
  );
}

const USAGE = `usage: npm run lines [-- COMMIT [COMMIT]]
Files and lines of production code by folder: TypeScript, CSS and SQL that git tracks, without blank
lines, tests, fixtures and generated files. Of HEAD, of a commit, or of two with their differences.
`;

if (import.meta.filename === process.argv[1] && !printsUsage(USAGE)) {
  const commits = process.argv.slice(2, 4);
  process.stdout.write(`${tableOf(commits.length > 0 ? commits : ['HEAD']).join('\n')}\n`);
}
