import { parseArgs } from 'node:util';
import { PARTS, USUAL_PARTS, type PartName } from './figures.js';

export interface BenchOptions {
  readonly parts: readonly PartName[];
  /** How long each measurement lasts. */
  readonly seconds: number;
  /** Folder of the results. */
  readonly out: string;
  /** Folder of CPU profiles; none are made when absent. */
  readonly profile?: string;
}

export const USAGE = `npm run bench -- [--parts a,c] [--seconds N] [--out FOLDER] [--profile FOLDER]

Starts a system of its own on a temporary folder and measures it; everything stays on 127.0.0.1.
--parts    which of ${PARTS.join(', ')} to measure; ${USUAL_PARTS.join(', ')} when absent
--seconds  length of each measurement, 1 to 120; 10 when absent
--out      folder for bench.json and bench.html; .bench when absent
--profile  also writes a CPU profile of each service there, which slows the services down
`;
const LONGEST_S = 120;

/** Reads the command line; throws with a sentence for the user. */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      parts: { type: 'string', default: USUAL_PARTS.join(',') },
      seconds: { type: 'string', default: '10' },
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
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_S) {
    throw new Error(`--seconds must be a whole number from 1 to ${LONGEST_S}.`);
  }
  return {
    parts: PARTS.filter((part) => asked.includes(part)),
    seconds,
    out: values.out,
    ...(values.profile !== undefined && { profile: values.profile }),
  };
}
