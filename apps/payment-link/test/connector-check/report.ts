import type { CheckedProcessor } from './checked-processor.js';
import { NOT_ASKED_FOR, type Outcome } from './checked-run.js';

/** A failure says at most so much in the table. */
const LINES = 14;

/** Keys, client secrets, and queries of URLs: none may be printed. */
const SECRETS: readonly [RegExp, string][] = [
  [/\b(sk|rk|whsec|ctoken)_[\w+/=-]+/g, '$1_…'],
  [/\b(\w+)_secret_\w+/g, '$1_secret_…'],
  [/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, '$1?…'],
];

/** The same text without secrets. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((safe, [pattern, shown]) => safe.replaceAll(pattern, shown), text);
}

const WORDS = { proved: 'proved', failed: 'FAILED', left_out: 'left out' } as const;

/** The lines of the table for one check; none for what nobody asked for. */
export function linesOf({ name, result, why, ms }: Outcome): string[] {
  if (why === NOT_ASKED_FOR) return [];
  const time = result === 'left_out' ? '' : `${(ms / 1_000).toFixed(1)} s`;
  const line = `${WORDS[result].padEnd(8)} ${time.padStart(8)}  ${name}`;
  if (why === null) return [line];
  if (result === 'left_out') return [`${line}: ${why}`];
  const details = why.split('\n').filter((each) => each.trim() !== '');
  return [line, ...details.slice(0, LINES).map((each) => `${' '.repeat(19)}${each}`)];
}

/** `30 proved, 1 failed, 9 left out`. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const of = (result: Outcome['result']) =>
    outcomes.filter((each) => each.result === result).length;
  return `${of('proved')} proved, ${of('failed')} failed, ${of('left_out')} left out`;
}

export function hasFailed(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ result }) => result === 'failed');
}

export function documentOf(
  { integrationId, connector }: CheckedProcessor,
  { api, outcomes }: { readonly api: string; readonly outcomes: readonly Outcome[] },
): string {
  const of = (wanted: Outcome['result']) => outcomes.filter(({ result }) => result === wanted);
  const document = {
    integration_id: integrationId,
    connector,
    mode: 'test',
    api,
    proved: of('proved').map(({ name, ms }) => ({ name, ms })),
    failed: of('failed').map(({ name, why, ms }) => ({ name, why, ms })),
    left_out: of('left_out').map(({ name, why }) => ({ name, why })),
  };
  return JSON.stringify(document, null, 2);
}
