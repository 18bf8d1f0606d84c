import type { BankAccountRow, LoginRow } from '../evidence/evidence.js';
import { APP, type EvidenceBuilder } from './evidence-builder.fixture.js';

const PRODUCTS = ['accounts', 'online_transactions'];
const LETS_IN = ['AUTHENTICATING', 'CONNECTION_IN_PROGRESS', 'CONNECTION_COMPLETE'];

/** One login that is kept and was refreshed, and one that was deleted. */
export function linkLogins(run: EvidenceBuilder): void {
  const kept = login(run, 'login-kept');
  session(run, kept, { begins: 'LINKING', session: 'session-1' });
  session(run, kept, { begins: 'REFRESHING', session: 'session-2' });
  const gone = login(run, 'login-gone');
  session(run, gone, { begins: 'LINKING', session: 'session-3' });
  for (const to of ['UNLINKED', 'UNLINK_SUCCEEDED']) move(run, gone, { to });
  gone.session_status = 'UNLINKED';
  const called = {
    op: 'unlink',
    reference: 'login-gone',
    login_identity_id: 'login-gone',
  } as const;
  run.call({ ...called, outcome: 'unknown' });
  run.call({ ...called, outcome: 'acknowledged' });
  const { accounts, remains } = run.evidence.linking;
  accounts.push(account('login-kept'));
  remains.push({
    customer_app_id: APP,
    login_identity_id: 'login-kept',
    table: 'login_credentials',
    rows: 1,
  });
}

type MutableLogin = { -readonly [K in keyof LoginRow]: LoginRow[K] };

function login(run: EvidenceBuilder, id: string): MutableLogin {
  const row: MutableLogin = {
    customer_app_id: APP,
    login_identity_id: id,
    status: '',
    sequence: 0,
    session_id: '',
    session_status: 'IN_PROGRESS',
    products: PRODUCTS,
  };
  run.evidence.linking.logins.push(row);
  const called = { op: 'link-login', reference: id } as const;
  run.call({ ...called, outcome: 'unknown' });
  run.call({ ...called, outcome: 'acknowledged', login_identity_id: id });
  return row;
}

function session(
  run: EvidenceBuilder,
  row: MutableLogin,
  { begins, session }: { readonly begins: string; readonly session: string },
): void {
  row.session_id = session;
  for (const to of [begins, ...LETS_IN, 'DATA_RETRIEVAL_IN_PROGRESS']) move(run, row, { to });
  for (const product of PRODUCTS) {
    const facts = { product, outcome: 'RETRIEVED' };
    move(run, row, { to: 'DATA_RETRIEVAL_IN_PROGRESS', facts });
    if (product === 'accounts') continue;
    move(run, row, { to: 'DATA_RETRIEVAL_COMPLETE' });
  }
  row.session_status = 'COMPLETED';
}

function move(
  run: EvidenceBuilder,
  row: MutableLogin,
  { to, facts = {} }: { readonly to: string; readonly facts?: object },
): void {
  const { login_identity_id: id, session_id } = row;
  run.move('login-identity', row, { id, to, facts: { session_id, ...facts } });
}

function account(loginIdentityId: string): BankAccountRow {
  return {
    customer_app_id: APP,
    login_identity_id: loginIdentityId,
    account_id: 'bank-account-1',
    balance: 900,
    ledger_balance: 1_000,
    transaction_count: 3,
    transactions: 3,
    sum: 900,
    posted_sum: 1_000,
  };
}
