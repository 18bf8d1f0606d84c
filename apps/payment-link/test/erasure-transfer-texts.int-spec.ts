import type { ErrorEnvelope } from '@towpath/contracts';
import type { HostedView, PaymentUserResponse } from '@towpath/contracts/payment-link';
import { linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: string;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = await app.settlementAccount('HKD');
});

const SENDER = { external_user_id: 'z', name: 'Zenobia Quill', email: 'z@quill.example' };
const linkOf = (name: string) =>
  Payer.of(app, {} as TestSandbox, linkBody({ sender: { ...SENDER, name } }));

/** Somebody with a former name, an account of another holder, and a link under another name. */
async function person(): Promise<string> {
  const user_details = [{ details_type: 'HK_ID', values: ['A912345(7)'] }];
  const { body } = await app.send<PaymentUserResponse>('POST /payment_users', {
    ...SENDER,
    user_details,
  });
  const { user_id } = body;
  const account = {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'Quill Holdings',
    institution_id: 'testbank',
    user_id,
    account_number: { type: 'LOCAL', number: '012-345-678-833' },
  };
  const answers = [
    await app.send(`POST /payment_users/${user_id}`, { name: 'Zenobia Larkspur' }),
    await app.send(`POST /payment_users/${user_id}`, { name: 'Li' }),
    await app.send('POST /payment_accounts', account),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await linkOf('Mistress Thornapple');
  return user_id;
}

async function arrive(reference: string, amount = 10): Promise<string> {
  const order = { reference, amount, currency: 'HKD' };
  type Arrived = { readonly outcome: string } & ErrorEnvelope;
  const { body } = await app.send<Arrived>('POST /testing/incoming_transfers', order);
  return body.outcome;
}

async function texts(): Promise<(string | null)[]> {
  const rows = await app.rows<{ reference: string | null }>(
    'SELECT reference FROM incoming_transfers',
  );
  return rows.map(({ reference }) => reference).toSorted();
}

describe('the texts of transfers after an erasure', () => {
  it('name neither the person, nor former names, holders, numbers and senders of links', async () => {
    const user_id = await person();
    const personal = [
      'QUILL, ZENOBIA',
      'rent larkspurzenobia',
      'rent Li',
      'Thornapple Mistress',
      'holdings quill',
      'from A/C 012 345678833',
      'HKID a912345-7',
    ];
    const others = ['account 012 345 999', 'electricity', 'mail of Zenobia Other'];
    for (const text of [...personal, ...others]) expect(await arrive(text)).toBe('UNMATCHED');
    await app.order('payment_users/erase', { user_id, reason: 'ticket 17' });
    expect(await texts()).toEqual([...others, ...personal.map(() => null)]);
  });

  it('of a link contain our reference alone, whatever else the payer wrote', async () => {
    const payer = await linkOf(SENDER.name);
    await payer.call('POST /select_payment_method', {
      payment_account_id: accountId,
      payment_method_type: 'MANUAL',
    });
    const { attempt } = (await payer.view()) as HostedView;
    const written = (attempt?.transfer?.reference ?? '').toLowerCase();
    expect(await arrive(`  ${written} `, 12_500)).toBe('PAID');
    expect(await texts()).toEqual([payer.linkId.slice(-12)]);
  });
});
