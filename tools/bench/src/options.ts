import { parseArgs } from 'node:util';
import { PARTS, type PartName } from './figures.js';

export interface BenchOptions {
  /** None when `grown` or `console` is measured. */
  readonly parts: readonly PartName[];
  readonly grown: boolean;
  readonly console: boolean;
  /** About how long each round lasts. */
  readonly seconds: number;
  /** Payments that `grown` and `console` fill up with. */
  readonly rows: number;
  /** Transactions of linked accounts that `grown` fills up with. */
  readonly transactions: number;
  /** Folder of the results. */
  readonly out: string;
  /** Folder of CPU profiles; none are made when absent. */
  readonly profile?: string;
}

export const USAGE = `npm run bench -- [--parts create,card] [--seconds N] [--grown] [--console]
    [--rows N] [--transactions N] [--out FOLDER] [--profile FOLDER]

Starts a system of its own on a temporary folder and measures it; everything stays on 127.0.0.1.
--parts    which of ${PARTS.join(', ')} to measure; all when absent
--seconds  about how long each round lasts, 1 to 120; 10 when absent
--grown    measures only reads and writes with years of rows
--console  measures only what operators ask for, with many payments and deliveries
--rows     payments that --grown and --console fill up with, 10000 to 100000000;
           10000000 and 1000000 when absent
--transactions  transactions that --grown fills up with; as many as payments when absent
--out      folder for bench.json; .bench when absent
--profile  also writes a CPU profile of each service there, which slows the services down
`;

const LENGTH = { least: 1, most: 120 };
const ROWS = { least: 10_000, most: 100_000_000 };

/** Reads the command line; throws with a sentence for the user. */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      parts: { type: 'string', default: PARTS.join(',') },
      seconds: { type: 'string', default: '10' },
      grown: { type: 'boolean', default: false },
      console: { type: 'boolean', default: false },
      rows: { type: 'string' },
      transactions: { type: 'string' },
      out: { type: 'string', default: '.bench' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const asked = values.parts.split(',');
  const unknown = asked.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) {
    throw new Error(`--parts: there is no part "${unknown}"; they are ${PARTS.join(', ')}.`);
  }
  const rows = values.rows ?? (values.console ? '1000000' : '10000000');
  return {
    parts: values.grown || values.console ? [] : PARTS.filter((part) => asked.includes(part)),
    grown: values.grown,
    console: values.console,
    seconds: wholeNumber({ '--seconds': values.seconds }, LENGTH),
    rows: wholeNumber({ '--rows': rows }, ROWS),
    transactions: wholeNumber({ '--transactions': values.transactions ?? rows }, ROWS),
    out: values.out,
    ...(values.profile !== undefined && { profile: values.profile }),
  };
}

/** Of the value of an option, by its name. */
function wholeNumber(
  given: Readonly<Record<string, string>>,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const [[option, value] = ['', '']] = Object.entries(given);
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${option} must be a whole number from ${least} to ${most}.`);
}
