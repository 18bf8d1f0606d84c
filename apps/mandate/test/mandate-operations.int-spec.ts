/** @proves createMandateForExistingSender, authorizeMandate, listDetokenizedMandates */
import { jest } from '@jest/globals';
import { ALL_SCOPES } from '@towpath/contracts';
import type {
  MandateRecord,
  MandateStatusAnswer,
  ReadMandatesResponse,
} from '@towpath/contracts/internal';
import { newId, type Id } from '@towpath/kernel';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { DirectDebitShop, queryMandates, type Refusal } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);
const freshId = (): string => newId<Id<'Fresh'>>(new Date());

let system: RunningSystem;
let shop: DirectDebitShop;
let stranger: DirectDebitShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system, { scopes: ALL_SCOPES });
  stranger = await DirectDebitShop.open(system);
});

const codeOf = ({ status, body }: { status: number; body: Refusal }) => [
  status,
  body.error.error_code,
];

describe('a mandate on an account of the payer', () => {
  it('is one for all copies of its required key', async () => {
    const { account_id: id, user_id } = await shop.payerAccount('8901');
    const copies = Array.from({ length: 8 }, () => shop.createOn(id, {}, `copies ${id}`));
    const answers = await Promise.all(copies);
    expect(new Set(answers.map(({ body }) => body.mandate_id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      status: 'AUTHORIZATION_REQUIRED',
      sender: { user_id, user_type: 'INDIVIDUAL' },
      sender_account: {
        account_id: id,
        institution_id: 'testbank',
        institution_name: 'Test Bank',
      },
    });
    expect(codeOf(await shop.createOn<Refusal>(id, {}, null))).toEqual([
      400,
      'IDEMPOTENCY_KEY_REQUIRED',
    ]);
    const other = await shop.createOn<Refusal>(id, { description: 'x' }, `copies ${id}`);
    expect(codeOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is refused for an account that is unknown, deleted, foreign or without its number', async () => {
    const deleted = await shop.payerAccount('8901');
    await shop.merchant.deletePaymentAccount({ path: { paymentAccountId: deleted.account_id } });
    const foreign = await stranger.payerAccount('8901');
    for (const id of ['x', freshId(), deleted.account_id, foreign.account_id, shop.accountId]) {
      const answer = await shop.createOn<Refusal>(id);
      expect(codeOf(answer)).toEqual([400, 'PAYMENT_ACCOUNT_NOT_FOUND']);
    }
    const members = { account_number: undefined, account_number_masked: '****8901' };
    const masked = await shop.payerAccount('8901', members);
    const unnumbered = await shop.createOn<Refusal>(masked.account_id);
    expect(codeOf(unnumbered)).toEqual([400, 'INVALID_REQUEST']);
    expect(unnumbered.body.error.details).toMatch(/^sender_account\.account_id must /);
    const dollars = await shop.payerAccount('8901', { currencies: ['USD'] });
    expect(codeOf(await shop.createOn<Refusal>(dollars.account_id))).toEqual([
      400,
      'CURRENCY_MISMATCH',
    ]);
  });
});

describe('an authorization by the customer app', () => {
  it('cancels the mandate when the end-user did not consent', async () => {
    const mandateId = await shop.asked('8901');
    expect((await shop.authorize(mandateId, false)).body.status).toBe('CANCELLED');
    expect(await shop.history(mandateId)).toMatchObject({
      events: ['mandate.created', 'mandate.cancelled'],
    });
    const again = await shop.authorize(mandateId, false);
    expect(again).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    const other = await shop.authorize<Refusal>(mandateId, true);
    expect(codeOf(other)).toEqual([400, 'INVALID_MANDATE_STATUS']);
    expect((await shop.history(mandateId)).events).toHaveLength(2);
    expect(await shop.atTheBank(mandateId)).toBeUndefined();
  });

  it('is refused while the account is unknown, and has one effect when it is repeated', async () => {
    const { mandate_id: bare } = await shop.merchant.createMandate({
      body: {
        recipient_account: { account_id: shop.accountId },
        sender: { email: 'tm@example.com' },
        mandate_details: { currency: 'HKD' },
      },
    });
    expect(codeOf(await shop.authorize<Refusal>(bare))).toEqual([400, 'INVALID_MANDATE_STATUS']);
    expect((await shop.read(bare)).status).toBe('AUTHORIZATION_REQUIRED');
    const mandateId = await shop.asked('8901');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.authorize<Refusal>(mandateId)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(Array(8).fill(200));
    const consents = await queryMandates(
      system,
      'SELECT given_through, text_sha256 FROM mandate_consents WHERE mandate_id = $1',
      [mandateId],
    );
    expect(consents).toEqual([{ given_through: 'CUSTOMER_APP', text_sha256: null }]);
    await shop.advance(1);
    expect((await shop.authorize(mandateId)).body.status).toBe('SUCCEEDED');
    const other = await shop.authorize<Refusal>(mandateId, false);
    expect(codeOf(other)).toEqual([400, 'INVALID_MANDATE_STATUS']);
    await shop.decide(mandateId, 'REVOKED');
    const late = await shop.authorize<Refusal>(mandateId);
    expect(codeOf(late)).toEqual([400, 'INVALID_MANDATE_STATUS']);
  });

  it('is refused after somebody else decided', async () => {
    const cancelled = await shop.asked('8901');
    await shop.asPaymentLink(`/${cancelled}/cancel`, {});
    const refused = await shop.authorize<Refusal>(cancelled, false);
    expect(codeOf(refused)).toEqual([400, 'INVALID_MANDATE_STATUS']);
  });

  it('fails the mandate whose account was deleted meanwhile', async () => {
    const account = await shop.payerAccount('8901');
    const { body } = await shop.createOn(account.account_id);
    await shop.merchant.deletePaymentAccount({ path: { paymentAccountId: account.account_id } });
    const authorized = await shop.authorize(body.mandate_id);
    expect(authorized.body).toMatchObject({
      status: 'FAILED',
      error: { error_code: 'PAYMENT_ACCOUNT_NOT_FOUND' },
    });
    expect(await shop.atTheBank(body.mandate_id)).toBeUndefined();
  });
});

describe('account numbers in plain text', () => {
  it('are shown to a token with the scope, and every read is recorded', async () => {
    const account = await shop.payerAccount('4321');
    const { body } = await shop.createOn(account.account_id);
    const { status, body: list } = await shop.details(`?user_id=${account.user_id}`);
    expect([status, list.total_mandates]).toEqual([200, 1]);
    expect(list.mandates[0]?.sender_account).toMatchObject({
      accountholder_name_plaintext: 'CHAN TAI MAN',
      account_number: {
        type: 'LOCAL',
        number: '012-345-674321',
        number_plaintext: '012-345-674321',
      },
    });
    const [read, ...more] = await queryMandates<{ mandate_ids: string[]; client_id: string }>(
      system,
      'SELECT mandate_ids, client_id FROM sensitive_mandate_reads WHERE customer_app_id = $1',
      [shop.merchant.customerAppId],
    );
    expect([read?.mandate_ids, more]).toEqual([[body.mandate_id], []]);
    expect(read?.client_id).toBe(shop.merchant.credentials.client_id);
    const change = 'UPDATE sensitive_mandate_reads SET client_id = $1';
    await expect(queryMandates(system, change, ['x'])).rejects.toThrow('never changed');
  });

  it('are refused without the scope, and nothing is recorded', async () => {
    const { status, body } = await stranger.details();
    expect([status, JSON.stringify(body)]).toEqual([
      403,
      expect.stringContaining('INSUFFICIENT_SCOPE'),
    ]);
    const reads = await queryMandates(
      system,
      'SELECT 1 FROM sensitive_mandate_reads WHERE customer_app_id = $1',
      [stranger.merchant.customerAppId],
    );
    expect(reads).toEqual([]);
  });
});

describe('the payment-link service', () => {
  it('can cancel a mandate here and at the bank, and then finds it cancelled', async () => {
    const mandateId = await shop.authorized('8901');
    const early = await shop.asPaymentLink<Refusal>(`/${mandateId}/cancel`, {});
    expect(codeOf(early)).toEqual([400, 'INVALID_MANDATE_STATUS']);
    await shop.advance(1);
    for (let copy = 0; copy < 2; copy += 1) {
      const { body } = await shop.asPaymentLink<MandateStatusAnswer>(`/${mandateId}/cancel`, {});
      expect(body).toMatchObject({ mandate_id: mandateId, status: 'CANCELLED' });
    }
    expect((await shop.atTheBank(mandateId))?.status).toBe('CANC');
    const { events } = await shop.history(mandateId);
    expect(events.filter((name) => name === 'mandate.cancelled')).toHaveLength(1);
  });

  it.each(['8901', '0003', '0007'])(
    'gives up a mandate that the bank has (%s): it never goes live',
    async (ending) => {
      const mandateId = await shop.authorized(ending);
      const { body } = await shop.asPaymentLink<MandateStatusAnswer>(`/${mandateId}/abandon`, {});
      expect(body.status).toBe('SUBMITTED');
      await shop.advance(60);
      const history = await shop.history(mandateId);
      expect([history.status, history.events.at(-1)]).toEqual(['FAILED', 'mandate.failed']);
      expect(history.events).not.toContain('mandate.succeeded');
      expect((await shop.atTheBank(mandateId))?.status).toBe('CANC');
    },
  );

  it('can abandon a draft, and reads the state of all drafts', async () => {
    const draft = await shop.asked('8901');
    const live = await shop.authorized('8901');
    await shop.advance(1);
    const { body } = await shop.asPaymentLink<MandateStatusAnswer>(`/${draft}/abandon`, {});
    expect(body.status).toBe('CLOSED');
    const read = await shop.asPaymentLink<ReadMandatesResponse>('/read', {
      mandate_ids: [draft, live, freshId()],
    });
    const found = new Map(read.body.mandates.map((each) => [each.mandate_id, each]));
    expect([...found.keys()].sort()).toEqual([draft, live].sort());
    expect(found.get(draft)).toMatchObject({ status: 'CLOSED' });
    expect(found.get(live)).toMatchObject({
      status: 'SUCCEEDED',
      integration_metadata: { integration_id: 'GW3', gw3_metadata: { reference: live } },
    });
    const foreign = await stranger.asPaymentLink<ReadMandatesResponse>('/read', {
      mandate_ids: [draft, live],
    });
    expect(foreign.body.mandates).toEqual([]);
    for (const command of ['abandon', 'cancel']) {
      const answer = await stranger.asPaymentLink<Refusal>(`/${live}/${command}`, {});
      expect(codeOf(answer)).toEqual([400, 'MANDATE_NOT_FOUND']);
    }
  });

  it('imports an existing authorization of the bank once', async () => {
    const account = await shop.payerAccount('8901');
    const bankName = `bank-${freshId()}`;
    const order = () => ({
      mandate_id: freshId(),
      payment_method_id: freshId(),
      user_id: account.user_id,
      external_user_id: 'payer',
      sender_type: 'INDIVIDUAL',
      recipient_account_id: shop.accountId,
      sender_account_id: account.account_id,
      institution_id: 'testbank',
      live: false,
      currency: 'HKD',
      description: 'Rent',
      start_date: '2020-01-01',
      integration_id: 'GW3',
      connector: 'sandbox',
      bank_mandate_id: bankName,
      integration_metadata: { integration_id: 'GW3', gw3_metadata: { mandate_id: bankName } },
    });
    const copies = Array.from({ length: 8 }, () =>
      shop.asPaymentLink<MandateRecord>('/import', order()),
    );
    const answers = await Promise.all(copies);
    expect(new Set(answers.map(({ body }) => body.mandate_id)).size).toBe(1);
    const mandateId = answers[0]?.body.mandate_id ?? '';
    expect((await shop.history(mandateId)).events).toEqual(['mandate.imported']);
    expect(await shop.read(mandateId)).toMatchObject({
      status: 'SUCCEEDED',
      mandate_details: { start_date: '2020-01-01', mandate_bank_reference: bankName },
      sender_account: { account_id: account.account_id },
    });
    const over = { ...order(), bank_mandate_id: `bank-${freshId()}`, end_date: '2020-02-01' };
    expect(codeOf(await shop.asPaymentLink<Refusal>('/import', over))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
  });
});
