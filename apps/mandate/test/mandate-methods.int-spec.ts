import { jest } from '@jest/globals';
import type {
  ListPaymentMethodsResponse,
  PaymentLinkResponse,
  PaymentMethodResponse,
  PaymentResponse,
} from '@towpath/contracts/payment-link';
import { newId, type Id } from '@towpath/kernel';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { ApiClient, HostedPayer, type ApiAnswer } from '@towpath/testing';
import { charge, chargeable, consent, readPayment } from './direct-debit-payer.fixture.js';
import { DirectDebitShop, type Refusal } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);

// The whole system: methods are payment-link's, mandates are mandate's, the bank is the sandbox.
let system: RunningSystem;
let shop: DirectDebitShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system);
});

const send = <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<ApiAnswer<T>> =>
  shop.merchant.send<T>({ method, path, ...(body ? { body } : {}) });
const read = (id: string) => send<PaymentMethodResponse>('GET', `/payment_methods/${id}`);
const cancel = <T = PaymentMethodResponse>(id: string) =>
  send<T>('POST', `/payment_methods/${id}/cancel`);
const list = async (userId: string) =>
  (await send<ListPaymentMethodsResponse>('GET', `/payment_users/${userId}/payment_methods`)).body;

const freshId = (): string => newId<Id<'Fresh'>>(new Date());
const codeOf = ({ status, body }: ApiAnswer<unknown>) => [
  status,
  (body as Refusal).error.error_code,
];

describe('a mandate as a payment method', () => {
  it('is read and listed with its parties and accounts among the other methods', async () => {
    const { methodId, mandateId, userId } = await chargeable(shop, '8911', { description: 'Rent' });
    const { body } = await read(methodId);
    expect(body).toMatchObject({
      payment_method_id: methodId,
      payment_method_type: 'MANDATE',
      live: false,
      mandate: {
        mandate_id: mandateId,
        payment_method_id: methodId,
        status: 'SUCCEEDED',
        mandate_details: { currency: 'HKD', description: 'Rent' },
        sender: { user_id: userId, user_type: 'INDIVIDUAL' },
        sender_account: { account_number_masked: '****8911', institution_name: 'Test Bank' },
        recipient_account: { account_id: shop.accountId },
      },
      integration_metadata: {
        integration_id: 'GW3',
        gw3_metadata: { status: 'active', last_action: 'accepted' },
      },
    });
    expect(JSON.stringify(body)).not.toContain('CHAN TAI MAN');
    expect(body.mandate).toEqual(await shop.read(mandateId));
    const { payment_methods, sender } = await list(userId);
    expect([payment_methods, sender.user_id]).toEqual([[body], userId]);
  });

  it('can be cancelled at its bank, and is no longer charged', async () => {
    const { methodId, mandateId, userId } = await chargeable(shop, '8912');
    const { status, body } = await cancel(methodId);
    expect([status, body.mandate?.status]).toEqual([200, 'CANCELLED']);
    await shop.advance(10);
    expect((await shop.atTheBank(mandateId))?.status).toBe('CANC');
    expect(codeOf(await charge(shop, { methodId }))).toEqual([400, 'INVALID_MANDATE_STATUS']);
    expect(codeOf(await cancel(methodId))).toEqual([400, 'INVALID_PAYMENT_METHOD_STATUS']);
    expect((await list(userId)).payment_methods.map(({ mandate }) => mandate?.status)).toEqual([
      'CANCELLED',
    ]);
  });

  it('does not exist for another app', async () => {
    const { methodId } = await chargeable(shop, '8913');
    const stranger = await DirectDebitShop.open(system);
    for (const [method, path] of [
      ['GET', `/payment_methods/${methodId}`],
      ['POST', `/payment_methods/${methodId}/cancel`],
    ] as const) {
      const answer = await stranger.merchant.send<Refusal>({ method, path });
      expect(codeOf(answer)).toEqual([400, 'PAYMENT_METHOD_NOT_FOUND']);
    }
    expect(codeOf(await charge(stranger, { methodId }))).toEqual([400, 'PAYMENT_METHOD_NOT_FOUND']);
  });
});

describe('a mandate of a link for one payment', () => {
  it('is no payment method, and cannot be cancelled as one', async () => {
    const { body: link } = await send<PaymentLinkResponse>('POST', '/payment_links', {
      mode: 'PAYMENT',
      amount: 100,
      currency: 'HKD',
      unique_reference_id: 'once-only',
      sender: { external_user_id: 'once-only', name: 'Chan Tai Man' },
      payment_details: { description: 'Once', external_transaction_reference: 'INV-1' },
    });
    const payer = await HostedPayer.open(new ApiClient(system.baseUrl), link.url ?? '');
    const { mandate_id: id = '' } = await payer.select('MANDATE');
    const { payment_method_id: methodId } = await shop.read(id);
    expect(codeOf(await read(methodId))).toEqual([400, 'PAYMENT_METHOD_NOT_FOUND']);
    expect(codeOf(await cancel<Refusal>(methodId))).toEqual([400, 'PAYMENT_METHOD_NOT_FOUND']);
    expect((await shop.read(id)).status).toBe('AUTHORIZATION_REQUIRED');
  });
});

/** As a merchant that comes with authorizations from elsewhere. */
async function registerAtTheBank(reference: string, owner = shop): Promise<void> {
  const { customerAppId: customer_app_id } = owner.merchant;
  const answer = await fetch(`${system.service('sandbox').url}/gw3/mandates`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${system.layout.sandboxGatewaySecret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      mandate_reference: reference,
      creditor: { customer_app_id, account: owner.accountId },
      debtor: { name: 'CHAN TAI MAN', account_number: '012-345-678917' },
      currency: 'HKD',
      first_day: '2020-01-01',
      last_day: null,
      max_minor: null,
      notify_url: `${system.baseUrl}/callbacks/direct_debits/gw3`,
    }),
  });
  expect(answer.status).toBe(200);
  await owner.advance(1);
}

describe('an imported authorization', () => {
  const importFor = async (members: object = {}, details: object = {}) => {
    const account = await shop.payerAccount('8914');
    const userId = account.user_id ?? '';
    const body = {
      payment_method_type: 'MANDATE',
      mandate: {
        recipient_account: { account_id: shop.accountId },
        sender_account: { account_id: account.account_id },
        mandate_details: { currency: 'HKD', description: 'Gym', ...details },
        status: 'SUCCEEDED',
        metadata: { plan: 'gold' },
      },
      ...members,
    };
    const ask = <T = PaymentMethodResponse>(changed: object = {}) =>
      send<T>('POST', `/payment_users/${userId}/payment_methods`, { ...body, ...changed });
    return { userId, body, ask };
  };
  const kept = (mandate_id: string, more: object = {}) => ({
    integration_metadata: {
      integration_id: 'GW3',
      gw3_metadata: { mandate_id, scheme: 'bacs', status: 'active', ...more },
    },
  });

  it('is one payment method in SUCCEEDED, however often it is sent', async () => {
    const { userId, ask } = await importFor(kept('BANK-1'), { dda_reference: 'DDA-1' });
    const copies = await Promise.all([ask(), ask(), ask()]);
    const [first] = copies;
    expect(first).toMatchObject({
      status: 200,
      body: {
        payment_method_type: 'MANDATE',
        live: false,
        mandate: {
          status: 'SUCCEEDED',
          metadata: { plan: 'gold' },
          mandate_details: { currency: 'HKD', description: 'Gym', dda_reference: 'DDA-1' },
        },
        integration_metadata: kept('BANK-1').integration_metadata,
      },
    });
    for (const { body } of copies) expect(body).toEqual(first?.body);
    expect((await list(userId)).payment_methods).toEqual([first?.body]);
  });

  it('stays unchanged when it is sent again with other members', async () => {
    const { userId, body, ask } = await importFor(kept('BANK-2'));
    const first = await ask();
    const again = await ask({ mandate: { ...body.mandate, metadata: { plan: 'silver' } } });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await list(userId)).payment_methods).toEqual([first.body]);
  });

  it('is charged under the reference of the bank', async () => {
    const reference = 'signed-on-paper';
    await registerAtTheBank(reference);
    const { userId, ask } = await importFor(kept(reference));
    await consent(shop, userId, true);
    const { body } = await ask();
    const paid = await charge<PaymentResponse>(shop, { methodId: body.payment_method_id });
    expect([paid.status, paid.body.status]).toEqual([200, 'SUBMITTED']);
  });

  it('stays ended when it is imported again', async () => {
    const { ask } = await importFor(kept('BANK-3'));
    const { body } = await ask();
    await cancel(body.payment_method_id);
    expect(codeOf(await ask())).toEqual([400, 'INVALID_MANDATE_STATUS']);
    expect((await read(body.payment_method_id)).body.mandate?.status).toBe('CANCELLED');
  });

  it('is refused if it has ended at the bank', async () => {
    const { userId, ask } = await importFor();
    await registerAtTheBank('ended-on-paper');
    const sandbox = system.service('sandbox').url;
    const authorization = `Bearer ${system.layout.sandboxGatewaySecret}`;
    const app = `customer_app_id=${shop.merchant.customerAppId}`;
    const path = `/gw3/mandates/ended-on-paper/cancellation?${app}`;
    const ended = await fetch(`${sandbox}${path}`, { method: 'POST', headers: { authorization } });
    expect(ended.status).toBe(200);
    expect(codeOf(await ask(kept('ended-on-paper')))).toEqual([400, 'INVALID_MANDATE_STATUS']);
    expect((await list(userId)).payment_methods).toEqual([]);
  });

  it('is refused alike for every reference of ours, known to the bank or not', async () => {
    const stranger = await DirectDebitShop.open(system);
    const known = await chargeable(stranger, '8918');
    const unsent = await stranger.asked('8918');
    const { userId, ask } = await importFor();
    const names = [known.mandateId, unsent, unsent.toLowerCase(), freshId()];
    const named = names.flatMap((name) => [kept(name), kept('paper', { reference: name })]);
    const answers = await Promise.all(named.map((each) => ask<Refusal>(each)));
    expect(answers.map(codeOf)).toEqual(answers.map(() => [400, 'INVALID_REQUEST']));
    expect(new Set(answers.map((answer) => answer.body.error.details)).size).toBe(1);
    expect((await list(userId)).payment_methods).toEqual([]);
  });

  it('cannot be charged or cancelled at the bank by another app, like an unknown one', async () => {
    const stranger = await DirectDebitShop.open(system);
    const outcomes: unknown[] = [];
    for (const name of [`paper-${freshId()}`, `unknown-${freshId()}`]) {
      const isTheirs = name.startsWith('paper');
      if (isTheirs) await registerAtTheBank(name, stranger);
      const { userId, ask } = await importFor(kept(name));
      await consent(shop, userId, true);
      const { body } = await ask();
      const methodId = body.payment_method_id;
      const charged = await charge<PaymentResponse>(shop, { methodId });
      await shop.advance(10);
      const payment = await readPayment(shop, charged.body.payment_id);
      const cancelled = await cancel(methodId);
      await shop.advance(10);
      if (isTheirs) expect((await stranger.atTheBank(name))?.status).toBe('ACTV');
      const { mandate } = (await read(methodId)).body;
      outcomes.push([
        charged.status,
        payment.status,
        payment.error,
        cancelled.status,
        mandate?.status,
      ]);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]).toEqual([200, 'FAILED', expect.anything(), 200, 'CANCELLED']);
  });

  it('is refused by name if its days are over', async () => {
    const { ask } = await importFor({}, { end_date: '2020-01-01' });
    const refused = await ask<Refusal>();
    expect(codeOf(refused)).toEqual([400, 'INVALID_REQUEST']);
    expect(refused.body.error.details).toMatch(/^mandate\.mandate_details\.end_date must /);
  });

  it('is refused if another user has the mandate', async () => {
    const first = await importFor(kept('BANK-4'));
    expect((await first.ask()).status).toBe(200);
    const second = await importFor(kept('BANK-4'));
    expect(codeOf(await second.ask())).toEqual([400, 'DUPLICATE_REFERENCE']);
  });

  it.each([
    ['a bank', undefined],
    ['what the bank calls it', { integration_id: 'GW3' }],
  ])('is listed without %s, but not charged', async (_what, integration_metadata) => {
    const { userId, ask } = await importFor({ integration_metadata });
    await consent(shop, userId, true);
    const [{ body }, again] = [await ask(), await ask()];
    expect(again.body).toEqual(body);
    const refused = await charge(shop, { methodId: body.payment_method_id });
    expect(codeOf(refused)).toEqual([400, 'INVALID_MANDATE_STATUS']);
  });

  it('is refused with wrong members, and leaves nothing', async () => {
    const { userId, body, ask } = await importFor();
    const other = await shop.payerAccount('8916');
    const dollars = await shop.payerAccount('8914', { user_id: userId, currencies: ['USD'] });
    const { mandate } = body;
    const changed = (members: object) => ask({ mandate: { ...mandate, ...members } });
    const recipient_account = { account_id: other.account_id };
    const sender_account = { account_id: other.account_id };
    const details = (members: object) => ({
      mandate_details: { ...mandate.mandate_details, ...members },
    });
    for (const [answer, code] of [
      [changed({ recipient_account }), 'PAYMENT_ACCOUNT_NOT_FOUND'],
      [changed({ sender_account }), 'PAYMENT_ACCOUNT_NOT_FOUND'],
      [changed(details({ currency: 'USD' })), 'CURRENCY_MISMATCH'],
      [changed({ sender_account: { account_id: dollars.account_id } }), 'CURRENCY_MISMATCH'],
      [changed(details({ end_date: '2020-01-01' })), 'INVALID_REQUEST'],
      [changed({ status: 'SUBMITTED' }), 'INVALID_REQUEST'],
      [ask({ mandate: undefined }), 'INVALID_REQUEST'],
      [
        ask({
          integration_metadata: { integration_id: 'GW2', gw2_metadata: { payment_token: 'x' } },
        }),
        'INVALID_REQUEST',
      ],
    ] as const) {
      expect(codeOf(await answer)).toEqual([400, code]);
    }
    expect((await list(userId)).payment_methods).toEqual([]);
  });
});
