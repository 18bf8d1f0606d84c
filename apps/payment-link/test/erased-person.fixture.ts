import type { BillResponse } from '@towpath/contracts/payment-link';
import pg from 'pg';
import { billBody, billDetails, EXT_METADATA } from './bills.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { send, type TestCustomerApp, type TestPaymentLink } from './payment-link.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';

const NAME = 'Xanthippe Volemarsh';
/** Whatever tells who the person of `personWithMoney` is, also as the bytes of a column. */
export const PERSON = /Xanthippe|Volemarsh|58616e746869707065/iu;

const post = <T>({ service, token }: TestCustomerApp, path: string, body: object) =>
  send<T>(service.publicUrl, {
    route: `POST ${path}`,
    token,
    body,
    headers: { 'idempotency-key': path },
  });

/** Somebody with a bill, a refunded payment, a transfer without a link, an account and a payout. */
export async function personWithMoney(
  app: TestCustomerApp,
): Promise<{ userId: string; paths: string[] }> {
  const sender = { external_user_id: 'xv', name: NAME, email: 'xanthippe@volemarsh.example' };
  const bill = billBody({
    external_user_id: 'xv',
    sender_details: { name: NAME },
    details: { ...billDetails('REF-XV'), description: `Rent of ${NAME}` },
    integration_metadata: {
      integration_id: 'EXT',
      ext_metadata: { ...EXT_METADATA, tenant_id: NAME },
    },
  });
  const { body: billed } = await app.send<BillResponse>('POST /testing/bills', bill);
  const userId = billed.user_id;
  const payer = await Payer.of(app, {} as TestSandbox, linkBody({ sender }));
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  const id = (await payer.readLink()).payment?.payment_id;
  const transfer = { reference: `rent ${NAME}`, amount: 10, currency: 'HKD' };
  const account = {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: NAME,
    institution_id: 'testbank',
    user_id: userId,
    account_number: { type: 'LOCAL', number: '012-345-678-833' },
    metadata: { nickname: NAME },
  };
  const payout = {
    amount: 1,
    currency: 'HKD',
    confirm: false,
    payment_details: { description: 'March', external_transaction_reference: 'PAYOUT-1' },
    sender_account: { account_id: await payer.accountId() },
    recipient_account: (await post<{ account_id: string }>(app, '/payment_accounts', account)).body,
  };
  const answers = [
    await post(app, `/payments/${id}/refunds`, { amount: 2_500 }),
    await post(app, '/testing/incoming_transfers', transfer),
    await post(app, '/payouts', payout),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const user = `/payment_users/${userId}`;
  const lists = ['/bills', '/payments', '/payouts', '/ledger/statement'];
  const own = [`/bills/${billed.bill_id}`, `/payments/${id}`, `/payments/${id}/refunds`];
  const accounts = [user, `${user}/payment_accounts`, `${user}/payment_methods`];
  const link = `/payment_links/${payer.linkId}`;
  return { userId, paths: [...lists, ...own, ...accounts, link, '/ledger/statement?format=JSONL'] };
}

/** The tables with a row that tells who the person is. */
export async function tablesNaming(service: TestPaymentLink): Promise<string[]> {
  const admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const naming: string[] = [];
    for (const { name } of rows) {
      const found = await admin.query(`SELECT 1 FROM "${name}" t WHERE t::text ~* $1 LIMIT 1`, [
        PERSON.source,
      ]);
      if (found.rows.length > 0) naming.push(name);
    }
    return naming;
  } finally {
    await admin.end();
  }
}
