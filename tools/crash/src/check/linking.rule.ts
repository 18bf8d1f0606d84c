import type { Evidence, OutboxRow } from '../evidence/evidence.js';
import type { BankAccountRow, LoginRow } from '../evidence/linking-evidence.js';
import { Findings, type Violation } from './violation.js';

const PRODUCT_UPDATED = 'login_identity.product_updated';
const COMPLETE = 'DATA_RETRIEVAL_COMPLETE';
const UNLINKED = new Set(['UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED']);

/** Every job of a login is done once, its data is whole, and nothing of it outlives its deletion. */
export function checkLinking(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { linking } = evidence;
  const logins = new Map(linking.logins.map((row) => [row.login_identity_id, row]));
  checkCalls(findings, evidence, logins);
  const products = evidence.outbox.filter(({ event_name: name }) => name === PRODUCT_UPDATED);
  const byLogin = Map.groupBy(products, ({ message_key: id }) => id);
  for (const login of linking.logins) {
    checkRest(findings, login);
    checkProducts(findings, login, byLogin.get(login.login_identity_id) ?? []);
  }
  for (const account of linking.accounts) {
    if (logins.get(account.login_identity_id)?.status === COMPLETE) checkSums(findings, account);
  }
  for (const { login_identity_id: id, table, rows } of linking.remains) {
    if (!UNLINKED.has(logins.get(id)?.status ?? '')) continue;
    const details = `is unlinked, and ${table} has ${rows} rows of it`;
    findings.add('LOGIN_REMAINS', { subject: subjectOf(id), details });
  }
  return findings.list;
}

/** Answers to callers are true at the end. */
function checkCalls(
  findings: Findings,
  { calls }: Evidence,
  logins: ReadonlyMap<string, LoginRow>,
): void {
  for (const call of calls) {
    if (call.op !== 'link-login' && call.op !== 'unlink') continue;
    const { login_identity_id: id, outcome } = call;
    if (outcome !== 'acknowledged' || id === undefined) continue;
    const status = logins.get(id)?.status;
    const isKept = call.op === 'unlink' ? UNLINKED.has(status ?? '') : status !== undefined;
    if (isKept) continue;
    const details = `${call.op} was acknowledged, and it is ${status ?? 'not there'}`;
    findings.add('ACKNOWLEDGED_LOGIN_LOST', { subject: subjectOf(id), details });
  }
}

/** At rest no session waits for a job without a worker. */
function checkRest(findings: Findings, login: LoginRow): void {
  const { session_status: session, status } = login;
  const isAtRest = session === 'COMPLETED' || status.startsWith('UNLINK_');
  if (isAtRest) return;
  const details = `is ${status}, its session ${session}, and nothing goes on`;
  findings.add('LOGIN_STUCK', { subject: subjectOf(login.login_identity_id), details });
}

/** Each product ends once in a session; in one that is complete each of them did. */
function checkProducts(findings: Findings, login: LoginRow, events: readonly OutboxRow[]): void {
  const subject = subjectOf(login.login_identity_id);
  const nameOf = ({ payload }: OutboxRow) =>
    `${String(payload['session_id'])} ${String(payload['product'])}`;
  const counts = Map.groupBy(events, nameOf);
  for (const [name, { length }] of counts) {
    if (length > 1)
      findings.add('PRODUCT_TWICE', { subject, details: `${name} ended ${length} times` });
  }
  if (login.status !== COMPLETE) return;
  for (const product of login.products) {
    const name = `${login.session_id} ${product}`;
    if (counts.has(name)) continue;
    const details = `is complete, and ${name} never ended`;
    findings.add('PRODUCT_MISSING', { subject, details });
  }
}

/** The bank's balance is the sum of what it shows: one row too many or too few is seen. */
function checkSums(findings: Findings, account: BankAccountRow): void {
  const { balance, ledger_balance: ledger, sum, posted_sum: posted } = account;
  const { transaction_count: counted, transactions } = account;
  const isWhole = sum === balance && posted === ledger && counted === transactions;
  if (isWhole) return;
  const subject = `account ${account.account_id} of login identity ${account.login_identity_id}`;
  const details =
    `${transactions} transactions add up to ${sum} (${posted} posted), the account has ` +
    `${balance} (${ledger} posted) and counts ${counted}`;
  findings.add('TRANSACTIONS_WRONG', { subject, details });
}

function subjectOf(id: string): string {
  return `login identity ${id}`;
}
