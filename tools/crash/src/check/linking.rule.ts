import type { BankAccountRow, Evidence, LoginRow, OutboxRow } from '../evidence/evidence.js';
import { Findings, type Violation } from './violation.js';

const PRODUCT_UPDATED = 'login_identity.product_updated';
const COMPLETE = 'DATA_RETRIEVAL_COMPLETE';
const UNLINKED = new Set(['UNLINKED', 'UNLINK_SUCCEEDED', 'UNLINK_FAILED']);

/** Every job of a login is done once, its data is whole, and nothing of it outlives its deletion. */
export function checkLinking(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const { linking } = evidence;
  const logins = new Map(linking.logins.map((row) => [row.login_identity_id, row]));
  checkCalls(findings, evidence);
  const products = evidence.outbox.filter(({ event_name: name }) => name === PRODUCT_UPDATED);
  const byLogin = Map.groupBy(products, ({ message_key: id }) => id);
  for (const login of linking.logins) {
    const { login_identity_id: id, session_status: session, status } = login;
    // at rest no session waits for a job without a worker
    const isAtRest = session === 'COMPLETED' || status.startsWith('UNLINK_');
    const details = `is ${status}, its session ${session}, and nothing goes on`;
    findings.about(subjectOf(id))(!isAtRest, 'LOGIN_STUCK', details);
    checkProducts(findings, login, byLogin.get(id) ?? []);
  }
  for (const account of linking.accounts) {
    if (logins.get(account.login_identity_id)?.status === COMPLETE) checkSums(findings, account);
  }
  for (const { login_identity_id: id, table, rows } of linking.remains) {
    const isUnlinked = UNLINKED.has(logins.get(id)?.status ?? '');
    const details = `is unlinked, and ${table} has ${rows} rows of it`;
    findings.about(subjectOf(id))(isUnlinked, 'LOGIN_REMAINS', details);
  }
  return findings.list;
}

/** Answers to callers are true at the end. */
function checkCalls(findings: Findings, { calls, linking }: Evidence): void {
  const statuses = new Map(linking.logins.map((row) => [row.login_identity_id, row.status]));
  for (const call of calls) {
    if (call.op !== 'link-login' && call.op !== 'unlink') continue;
    const { op, login_identity_id: id, outcome } = call;
    if (outcome !== 'acknowledged' || id === undefined) continue;
    const status = statuses.get(id);
    const isKept = op === 'unlink' ? UNLINKED.has(status ?? '') : status !== undefined;
    const details = `${op} was acknowledged, and it is ${status ?? 'not there'}`;
    findings.about(subjectOf(id))(!isKept, 'ACKNOWLEDGED_LOGIN_LOST', details);
  }
}

/** Each product ends once in a session; in one that is complete each of them did. */
function checkProducts(findings: Findings, login: LoginRow, events: readonly OutboxRow[]): void {
  const found = findings.about(subjectOf(login.login_identity_id));
  const counts = Map.groupBy(
    events,
    ({ payload }) => `${String(payload['session_id'])} ${String(payload['product'])}`,
  );
  for (const [name, { length }] of counts) {
    found(length > 1, 'PRODUCT_TWICE', `${name} ended ${length} times`);
  }
  for (const product of login.status === COMPLETE ? login.products : []) {
    const name = `${login.session_id} ${product}`;
    found(!counts.has(name), 'PRODUCT_MISSING', `is complete, and ${name} never ended`);
  }
}

/** The bank's balance is the sum of what it shows: one row too many or too few is seen. */
function checkSums(findings: Findings, account: BankAccountRow): void {
  const { balance, ledger_balance: ledger, sum, posted_sum: posted } = account;
  const { transaction_count: counted, transactions } = account;
  const isWhole = sum === balance && posted === ledger && counted === transactions;
  const subject = `account ${account.account_id} of login identity ${account.login_identity_id}`;
  const details =
    `${transactions} transactions add up to ${sum} (${posted} posted), the account has ` +
    `${balance} (${ledger} posted) and counts ${counted}`;
  findings.about(subject)(!isWhole, 'TRANSACTIONS_WRONG', details);
}

function subjectOf(id: string): string {
  return `login identity ${id}`;
}
