import { parseArgs } from 'node:util';
import { PARTS, USUAL_PARTS, type PartName } from './figures.js';

export interface BenchOptions {
  readonly parts: readonly PartName[];
  /** How long each measurement lasts. */
  readonly seconds: number;
  /** Payments that (grown) fills up with. */
  readonly rows: number;
  /** Transactions of linked accounts that (grown) fills up with. */
  readonly transactions: number;
  /** Folder of the results. */
  readonly out: string;
  /** Folder of CPU profiles; none are made when absent. */
  readonly profile?: string;
}

export const USAGE = `npm run bench -- [--parts a,c] [--seconds N] [--grown] [--rows N]
    [--transactions N] [--out FOLDER] [--profile FOLDER]

Starts a system of its own on a temporary folder and measures it; everything stays on 127.0.0.1.
--parts    which of ${PARTS.join(', ')} to measure; ${USUAL_PARTS.join(', ')} when absent
--seconds  length of each measurement, 1 to 120; 10 when absent
--grown    measures (grown) alone: reads and writes with years of rows
--rows     payments that (grown) fills up with, 10000 to 100000000; 10000000 when absent
--transactions  transactions that (grown) fills up with; as many as payments when absent
--out      folder for bench.json and bench.html; .bench when absent
--profile  also writes a CPU profile of each service there, which slows the services down
`;
const LONGEST_S = 120;
const FEWEST_ROWS = 10_000;
const MOST_ROWS = 100_000_000;

/** Reads the command line; throws with a sentence for the user. */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      parts: { type: 'string', default: USUAL_PARTS.join(',') },
      seconds: { type: 'string', default: '10' },
      grown: { type: 'boolean', default: false },
      rows: { type: 'string', default: '10000000' },
      transactions: { type: 'string' },
      out: { type: 'string', default: '.bench' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const asked = values.grown ? ['grown'] : values.parts.split(',');
  const unknown = asked.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) {
    throw new Error(`--parts: there is no part "${unknown}"; they are ${PARTS.join(', ')}.`);
  }
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_S) {
    throw new Error(`--seconds must be a whole number from 1 to ${LONGEST_S}.`);
  }
  return {
    parts: PARTS.filter((part) => asked.includes(part)),
    seconds,
    rows: rowsOf({ '--rows': values.rows }),
    transactions: rowsOf({ '--transactions': values.transactions ?? values.rows }),
    out: values.out,
    ...(values.profile !== undefined && { profile: values.profile }),
  };
}

/** Of the value of an option, by its name. */
function rowsOf(given: Readonly<Record<string, string>>): number {
  const [[option, value] = ['', '']] = Object.entries(given);
  const rows = Number(value);
  if (!Number.isInteger(rows) || rows < FEWEST_ROWS || rows > MOST_ROWS) {
    throw new Error(`${option} must be a whole number from ${FEWEST_ROWS} to ${MOST_ROWS}.`);
  }
  return rows;
}
