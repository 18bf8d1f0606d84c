import type { Violation } from '../check/violation.js';
import type { CrashRunResult } from './crash-run.js';
import { described } from './recovery.js';

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

/** What the run counted, and which promises were kept. */
export function verdict(result: CrashRunResult, violations: readonly Violation[]): string[] {
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
