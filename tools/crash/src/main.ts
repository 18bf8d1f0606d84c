import { randomInt } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '@towpath/local-system';
import { check } from './check/check.js';
import type { Evidence } from './evidence/evidence.js';
import { Mutant, type Mutation } from './mutations/mutation.js';
import { mutationNamed, MUTATIONS } from './mutations/mutations.js';
import { CrashRun, type CrashRunResult } from './run/crash-run.js';
import { exceeded, described } from './run/recovery.js';
import type { Violation } from './check/violation.js';

const PROMISES: Readonly<Record<number, string>> = {
  1: 'no lost change, nothing effected twice',
  2: 'order per aggregate',
  3: 'one success per link, one charge per payment',
  4: 'no mandate is charged beyond its limits',
  5: 'money adds up',
  6: 'a repeat has one effect',
  7: 'nothing is left of an unlinked login',
};

const SHOWN = 40;

const USAGE = `npm run crash -- [--cycles N] [--seed S] [--keep] [--untimed]
npm run crash -- --check FILE
npm run crash -- --mutation NAME [--cycles N] [--seed S]

Uses a system of its own while its processes are killed with kill -9, then checks the promises.
The seed decides what is asked for and what is killed; how things then meet is up to the machine.
--keep leaves data, logs and the evidence behind, as a broken promise always does.
After the last kill errors must stop within 5 s and the backlog be empty within 30 s; --untimed does
not measure that, for a machine that does other work meanwhile.
--check judges the evidence of an earlier run again.
--mutation breaks the product on purpose and passes when the checker notices:
${MUTATIONS.map(({ name, fault }) => `  ${name}: ${fault}`).join('\n')}
`;
const LARGEST_SEED = 1_000_000;

const CYCLES = '20';
/** A product that is broken all the time needs few kills to be found out. */
const CYCLES_OF_A_MUTANT = '2';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string' },
    seed: { type: 'string' },
    keep: { type: 'boolean', default: false },
    untimed: { type: 'boolean', default: false },
    check: { type: 'string' },
    mutation: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.help) say(USAGE);
else if (values.check) judge(JSON.parse(readFileSync(values.check, 'utf8')) as CrashRunResult);
else if (values.mutation) await runMutant(mutationNamed(values.mutation));
else await run();

async function run(): Promise<void> {
  const folder = temporaryFolder();
  const finished = await crash({ cycles: values.cycles ?? CYCLES, folder });
  const isSound = judge(finished.result);
  leave(folder, { ...finished, isKept: !isSound || values.keep });
}

/** The other way round: what the checker does not notice makes the exit code 1. */
async function runMutant(mutation: Mutation): Promise<void> {
  const folder = temporaryFolder();
  const mutant = new Mutant(mutation, { folder });
  const cycles = values.cycles ?? CYCLES_OF_A_MUTANT;
  const finished = await crash({ cycles, folder, settings: mutant.settings });
  const violations = check(finished.result.evidence);
  for (const line of verdict(finished.result, violations)) say(line);
  const { noticed, line } = mutant.judge(violations);
  say(line);
  if (!noticed) process.exitCode = 1;
  leave(folder, { ...finished, isKept: !noticed || values.keep });
}

interface Finished {
  readonly seed: number;
  readonly result: CrashRunResult;
}

async function crash(options: {
  readonly cycles: string;
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<Finished> {
  const { folder, settings = {} } = options;
  const cycles = count(options.cycles);
  const seed = values.seed === undefined ? randomInt(LARGEST_SEED) : count(values.seed);
  say(`crash run of ${cycles} cycles, seed ${seed}`);
  const begin = performance.now();
  const dataDir = join(folder, 'data');
  const result = await new CrashRun({
    ...{ cycles, seed, dataDir, settings },
    isTimed: !values.untimed,
    log: say,
  }).execute();
  say(`took ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  return { seed, result };
}

function leave(folder: string, { seed, result, isKept }: Finished & { isKept: boolean }): void {
  if (!isKept) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  // Under another name: later test runs remove the folders of those that ended.
  const kept = join(tmpdir(), `towpath-crash-${seed}-${process.pid}`);
  renameSync(folder, kept);
  writeFileSync(join(kept, 'evidence.json'), JSON.stringify(result));
  say(`evidence, data and logs: ${kept}`);
}

/** Prints the verdict; a broken promise makes the exit code 1. */
function judge(result: CrashRunResult): boolean {
  const violations = check(result.evidence satisfies Evidence);
  for (const line of verdict(result, violations)) say(line);
  const late = values.untimed || !result.recovery ? [] : exceeded(result.recovery);
  for (const line of late) say(line);
  const faults = violations.length + late.length;
  say(faults === 0 ? 'PASSED' : `FAILED with ${faults} violations`);
  if (faults > 0) process.exitCode = 1;
  return faults === 0;
}

function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${text} is not a whole number.`);
}

/** What the run counted, and which promises were kept. */
function verdict(result: CrashRunResult, violations: readonly Violation[]): string[] {
  const { evidence, stories, kills } = result;
  const { books, mandates, linking, bank, messages, webhooks, gateway, calls } = evidence;
  const of = (outcome: string) => calls.filter((call) => call.outcome === outcome).length;
  const counts = [
    `${kills} kills, ${stories} stories, ${calls.length} calls: ${of('acknowledged')} acknowledged, ` +
      `${of('refused')} refused, ${of('unknown')} unknown`,
    `${books.links.length} links: ${tally(books.links)}`,
    `${books.payments.length} payments: ${tally(books.payments)}`,
    `${mandates.mandates.length} mandates: ${tally(mandates.mandates)}`,
    `${mandates.debits.length} charges on them: ${tally(mandates.debits)}; ` +
      `${bank.collections.length} at the bank`,
    `${books.payouts.length} payouts: ${tally(books.payouts)}; ${bank.payouts.length} at the bank`,
    `${books.bills.length} bills: ${tally(books.bills)}`,
    `${linking.logins.length} logins: ${tally(linking.logins)}; ` +
      `${sumOf(linking.accounts)} transactions of them`,
    `${books.refunds.length} refunds, ${books.transfers.length} transfers, ` +
      `${gateway.entries.length} entries in the gateway's ledger`,
    `${messages.length} messages on the topics, ${webhooks.recorded.length} webhooks recorded, ` +
      `${webhooks.received.length} received`,
  ];
  const promises = Object.entries(PROMISES).map(([number, words]) => {
    const broken = violations.filter(({ promise }) => promise === Number(number)).length;
    const how = broken === 0 ? 'kept  ' : `BROKEN ${broken} times`;
    return `promise ${number} ${how} ${words}`;
  });
  const shown = violations
    .slice(0, SHOWN)
    .map(({ name, subject, details }) => `${name} ${subject}: ${details}`);
  const more = violations.length - shown.length;
  return [
    ...counts,
    ...(result.recovery ? [described(result.recovery)] : []),
    ...promises,
    ...shown,
    ...(more > 0 ? [`… and ${more} more`] : []),
  ];
}

function sumOf(accounts: readonly { readonly transactions: number }[]): number {
  return accounts.reduce((sum, { transactions }) => sum + transactions, 0);
}

/** `3 CREATED, 12 PAID`. */
function tally(rows: readonly { readonly status: string }[]): string {
  const groups = Map.groupBy(rows, ({ status }) => status);
  return [...groups].map(([status, { length }]) => `${length} ${status}`).join(', ') || 'none';
}
