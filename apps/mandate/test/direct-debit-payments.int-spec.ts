import { jest } from '@jest/globals';
import type { ListPaymentsResponse } from '@towpath/contracts/payment-link';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import {
  charge,
  chargeable,
  consent,
  queryPayments,
  readPayment,
  traces,
} from './direct-debit-payer.fixture.js';
import { DirectDebitShop, queryMandates, type Refusal } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);
const DAY = 86_400;
const SENT = ['payment.created', 'payment.submitted'];
const PAID = 'PAYMENT 500 clearing -> settlement';
const RETURNED = 'RETURN 500 settlement -> clearing';

// The whole system: payment-link charges, mandate reserves, the sandbox is the bank.
let system: RunningSystem;
let shop: DirectDebitShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system);
});

async function expectStory(
  paymentId: string,
  status: string,
  told: { readonly events: readonly string[]; readonly transfers?: readonly string[] },
) {
  const { events, sequences, transfers } = await traces(shop, paymentId);
  const found = (await readPayment(shop, paymentId)).status;
  expect([found, events]).toEqual([status, [...SENT, ...told.events]]);
  expect(sequences).toEqual(events.map((_, index) => index + 1));
  expect(transfers).toEqual(told.transfers ?? []);
}

const usage = (mandateId: string) =>
  queryMandates<{ used_amount: string; used_count: string }>(
    system,
    'SELECT used_amount, used_count FROM mandate_usage WHERE mandate_id = $1',
    [mandateId],
  );

async function expectRefused(answer: Promise<{ status: number; body: unknown }>, code: string) {
  const { status, body } = await answer;
  expect([status, (body as Refusal).error.error_code]).toEqual([400, code]);
}

describe('a payment on a stored mandate', () => {
  it('is SUBMITTED, then EXECUTED within a second of the clock, and shown with its mandate', async () => {
    const mandate = await chargeable(shop, '8901', { description: 'Rent' });
    const { status, body } = await charge(shop, mandate, { metadata: { flat: '7' } });
    expect([status, body]).toMatchObject([
      200,
      {
        type: 'MANDATE',
        status: 'SUBMITTED',
        live: false,
        payment_method_id: mandate.methodId,
        payment_details: { mandate_id: mandate.mandateId, description: 'Rent' },
        sender_account: {
          account_type: 'EXTERNAL_ACCOUNT',
          account_number_masked: '****8901',
          institution_id: 'testbank',
          institution_name: 'Test Bank',
          bank_code: '999',
          user_id: mandate.userId,
        },
        metadata: { flat: '7' },
      },
    ]);
    await shop.advance(1);
    expect(await readPayment(shop, body.payment_id)).toMatchObject({
      status: 'EXECUTED',
      sender_account: body.sender_account,
      payment_details: {
        references: { bank_transaction_reference: expect.stringMatching(/^\S+$/) as string },
        processor_details: { processor_id: 'GW3', result: { status: 'ACSC' } },
      },
    });
    await expectStory(body.payment_id, 'EXECUTED', {
      events: ['payment.executed'],
      transfers: [PAID],
    });
  });

  it('may name the mandate in place of the method', async () => {
    const mandate = await chargeable(shop, '8902');
    const named = { mandate_id: mandate.mandateId, transaction_reference_id: 'older-1' };
    const payment_details = { ...named, description: 'June' };
    const { body } = await charge(shop, mandate, { payment_method_id: undefined, payment_details });
    expect(body).toMatchObject({ status: 'SUBMITTED', payment_details });
    expect(await readPayment(shop, body.payment_id)).toMatchObject({ payment_details });
    await expectRefused(charge(shop, mandate, { payment_details }), 'INVALID_REQUEST');
    await expectRefused(charge(shop, mandate, { payment_method_id: undefined }), 'INVALID_REQUEST');
    const nothing = { payment_method_id: undefined, payment_details: { mandate_id: 'x' } };
    await expectRefused(charge(shop, mandate, nothing), 'MANDATE_NOT_FOUND');
    for (const payment_method_id of [mandate.mandateId, 'x', 'x'.repeat(200)]) {
      await expectRefused(charge(shop, mandate, { payment_method_id }), 'PAYMENT_METHOD_NOT_FOUND');
    }
    await expectRefused(charge(shop, mandate, { payment_method_id: '' }), 'INVALID_REQUEST');
  });

  it('0004: waits, and is REVOKED with the mandate a minute later', async () => {
    const limits = { max_transaction_amount: 500, max_period_count: 2, period: 'YEARLY' };
    const mandate = await chargeable(shop, '0004', { transaction_limits: limits });
    const { body } = await charge(shop, mandate);
    await shop.advance(30);
    await expectStory(body.payment_id, 'SUBMITTED', { events: [] });
    await shop.advance(31);
    await expectStory(body.payment_id, 'REVOKED', { events: ['payment.revoked'] });
    expect(await usage(mandate.mandateId)).toEqual([{ used_amount: '0', used_count: '0' }]);
    await expectRefused(charge(shop, mandate), 'INVALID_MANDATE_STATUS');
  });

  it('0005: fails, insufficient funds, and its limit is free again', async () => {
    const limits = { max_transaction_amount: 500, max_period_amount: 500, period: 'YEARLY' };
    const mandate = await chargeable(shop, '0005', { transaction_limits: limits });
    const { body } = await charge(shop, mandate);
    expect(await usage(mandate.mandateId)).toEqual([{ used_amount: '500', used_count: '1' }]);
    await shop.advance(1);
    expect((await readPayment(shop, body.payment_id)).error).toMatchObject({
      error_code: 'INSUFFICIENT_FUNDS',
    });
    await expectStory(body.payment_id, 'FAILED', { events: ['payment.failed'] });
    expect(await usage(mandate.mandateId)).toEqual([{ used_amount: '0', used_count: '0' }]);
    expect((await charge(shop, mandate)).status).toBe(200);
  });

  it('0006: EXECUTED, returned two days later beside the payment and in the ledger', async () => {
    const limits = { max_transaction_amount: 500, max_period_amount: 500, period: 'YEARLY' };
    const mandate = await chargeable(shop, '0006', { transaction_limits: limits });
    const { body } = await charge(shop, mandate);
    await shop.advance(1);
    await expectStory(body.payment_id, 'EXECUTED', {
      events: ['payment.executed'],
      transfers: [PAID],
    });
    expect(await readPayment(shop, body.payment_id)).not.toHaveProperty('amount_returned');
    await expectRefused(charge(shop, mandate), 'TRANSACTION_LIMIT_EXCEEDED');
    await shop.advance(2 * DAY);
    expect(await readPayment(shop, body.payment_id)).toMatchObject({
      status: 'EXECUTED',
      amount_returned: 500,
      returned_at: expect.stringMatching(/Z$/) as string,
      return_reason: 'The payer had the bank return the money.',
    });
    await expectStory(body.payment_id, 'EXECUTED', {
      events: ['payment.executed', 'payment.returned'],
      transfers: [PAID, RETURNED],
    });
    expect(await usage(mandate.mandateId)).toEqual([{ used_amount: '0', used_count: '0' }]);
  });

  it('0007: the answer is lost and nobody calls; found by asking after 10 s', async () => {
    const mandate = await chargeable(shop, '0007');
    const { body } = await charge(shop, mandate);
    expect(body.status).toBe('PROCESSING');
    await shop.advance(9);
    expect((await readPayment(shop, body.payment_id)).status).toBe('PROCESSING');
    await shop.advance(1);
    await expectStory(body.payment_id, 'EXECUTED', {
      events: ['payment.executed'],
      transfers: [PAID],
    });
  });

  it('0008: repeated, contradictory and late calls change nothing twice', async () => {
    const mandate = await chargeable(shop, '0008');
    const { body } = await charge(shop, mandate);
    await shop.advance(60);
    await shop.advance(DAY);
    await expectStory(body.payment_id, 'EXECUTED', {
      events: ['payment.executed'],
      transfers: [PAID],
    });
  });
});

describe('what the payer agreed to', () => {
  it('must include charges without them at that instant', async () => {
    const mandate = await chargeable(shop, '8903');
    await consent(shop, mandate.userId, false);
    await expectRefused(charge(shop, mandate), 'AUTOPAY_CONSENT_REQUIRED');
    await consent(shop, mandate.userId, true);
    expect((await charge(shop, mandate)).status).toBe(200);
  });

  it('limits one transaction, the currency and the days; a refused request leaves no payment', async () => {
    const tomorrow = await chargeable(shop, '8904', {
      start_date: '2099-01-01',
      transaction_limits: { max_transaction_amount: 500 },
    });
    await expectRefused(charge(shop, tomorrow), 'MANDATE_NOT_IN_VALIDITY_PERIOD');
    const mandate = await chargeable(shop, '8905', {
      transaction_limits: { max_transaction_amount: 499 },
    });
    await expectRefused(charge(shop, mandate), 'TRANSACTION_LIMIT_EXCEEDED');
    await expectRefused(charge(shop, mandate, { currency: 'USD' }), 'CURRENCY_MISMATCH');
    for (const { mandateId } of [tomorrow, mandate]) {
      const path = `/payments?mandate_id=${mandateId}`;
      const { total_payments } = await shop.merchant.call<ListPaymentsResponse>({
        method: 'GET',
        path,
      });
      expect(total_payments).toBe(0);
    }
  });

  it('has one effect for all copies of a request, and the refusal of the first for all', async () => {
    const limits = { max_transaction_amount: 500, max_period_count: 1, period: 'DAILY' };
    const mandate = await chargeable(shop, '8906', { transaction_limits: limits });
    const key = `once ${mandate.mandateId}`;
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => charge(shop, mandate, { key })),
    );
    expect(new Set(copies.map(({ body }) => body.payment_id)).size).toBe(1);
    const refused = await Promise.all(
      [1, 2].map(() => charge<Refusal>(shop, mandate, { key: `${key} again` })),
    );
    for (const { body } of refused) {
      expect(body.error.error_code).toBe('TRANSACTION_LIMIT_EXCEEDED');
    }
    expect(await usage(mandate.mandateId)).toEqual([{ used_amount: '500', used_count: '1' }]);
  });
});

describe('the list of payments', () => {
  it('finds direct debits by mandate, type, institution and kind of sender', async () => {
    const [one, other] = [await chargeable(shop, '8907'), await chargeable(shop, '8908')];
    const { body } = await charge(shop, one);
    await charge(shop, other);
    const ids = async (query: string) => {
      const path = `/payments?mandate_id=${one.mandateId}&${query}`;
      const page = await shop.merchant.call<ListPaymentsResponse>({ method: 'GET', path });
      expect(page.total_payments).toBe(page.payments.length);
      return page.payments.map(({ payment_id }) => payment_id);
    };
    const found = [body.payment_id];
    expect(await ids('payment_types=MANDATE,CARD')).toEqual(found);
    expect(await ids('payment_type=MANDATE')).toEqual(found);
    expect(await ids('payment_types=CARD')).toEqual([]);
    expect(await ids('institution_id=testbank')).toEqual(found);
    expect(await ids('institution_id=testbank-business')).toEqual([]);
    expect(await ids('sender_type=INDIVIDUAL')).toEqual(found);
    expect(await ids('sender_type=BUSINESS')).toEqual([]);
    expect(await ids('currencies=HKD,USD')).toEqual(found);
  });
});

it('no reservation and no charge stays without an outcome', async () => {
  await shop.advance(3 * DAY);
  const open = await queryMandates(
    system,
    `SELECT payment_id FROM direct_debits
     WHERE status = 'RESERVED' AND customer_app_id = $1`,
    [shop.merchant.customerAppId],
  );
  const waiting = await queryPayments(
    shop,
    `SELECT payment_id FROM mandate_charges
     WHERE follow_up_at IS NOT NULL AND customer_app_id = $1`,
    [shop.merchant.customerAppId],
  );
  expect([open, waiting]).toEqual([[], []]);
});
