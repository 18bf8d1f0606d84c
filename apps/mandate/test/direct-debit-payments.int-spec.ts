/** @proves promise-10, createPayment @takes 25 s */
import { jest } from '@jest/globals';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import type { ListPaymentsData } from '@towpath/sdk';
import {
  charge,
  chargeable,
  chargeableSoon,
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
const REINSTATED = 'RETURN_REVERSAL 500 clearing -> settlement';

type Story = readonly [status: string, events: readonly string[], transfers: readonly string[]];
const EXECUTED: Story = ['EXECUTED', ['payment.executed'], [PAID]];

// The whole system: payment-link charges, mandate reserves, the sandbox is the bank.
let system: RunningSystem;
let shop: DirectDebitShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system);
});

/** Status, later events and transfers of a payment, with nothing missing between its events. */
async function storyOf(paymentId: string): Promise<Story> {
  const { events, sequences, transfers } = await traces(shop, paymentId);
  expect(sequences).toEqual(events.map((_, index) => index + 1));
  const { status } = await readPayment(shop, paymentId);
  const isSent = status !== 'PROCESSING';
  expect(events.slice(0, isSent ? SENT.length : 1)).toEqual(isSent ? SENT : SENT.slice(0, 1));
  return [status, events.slice(SENT.length), transfers];
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
    expect(await storyOf(body.payment_id)).toEqual(EXECUTED);
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

  it('has the outcome of its account at the instant of that account', async () => {
    const debits = await debitsOf(['0004', '0005', '0006', '0007', '0008']);
    await shop.advance(1);
    // 0004 waits. Of 0007 the answer is lost, and nobody calls.
    const afterSecond = {
      '0004': ['SUBMITTED', [], []],
      '0005': ['FAILED', ['payment.failed'], []],
      '0006': EXECUTED,
      '0007': ['PROCESSING', [], []],
      '0008': EXECUTED,
    };
    expect(await debits.stories()).toEqual(afterSecond);
    expect((await readPayment(shop, debits.of('0005').paymentId)).error).toMatchObject({
      error_code: 'INSUFFICIENT_FUNDS',
    });
    await expectRefused(charge(shop, debits.of('0006')), 'TRANSACTION_LIMIT_EXCEEDED');
    await shop.advance(8);
    expect(await debits.stories()).toEqual(afterSecond);
    // Asked for after ten seconds.
    await shop.advance(1);
    expect(await debits.stories()).toEqual({ ...afterSecond, '0007': EXECUTED });
    // A minute after the mandate its payer withdraws. The calls about 0008 come again.
    await shop.advance(60);
    const revoked = ['REVOKED', ['payment.revoked'], []];
    const afterMinute = { ...afterSecond, '0004': revoked, '0007': EXECUTED };
    expect(await debits.stories()).toEqual(afterMinute);
    await expectRefused(charge(shop, debits.of('0004')), 'INVALID_MANDATE_STATUS');
    expect(await readPayment(shop, debits.of('0006').paymentId)).not.toHaveProperty(
      'amount_returned',
    );
    await shop.advance(2 * DAY);
    const returned = ['EXECUTED', ['payment.executed', 'payment.returned'], [PAID, RETURNED]];
    expect(await debits.stories()).toEqual({ ...afterMinute, '0006': returned });
    expect(await readPayment(shop, debits.of('0006').paymentId)).toMatchObject({
      status: 'EXECUTED',
      amount_returned: 500,
      returned_at: expect.stringMatching(/Z$/) as string,
      return_reason: 'The payer had the bank return the money.',
    });
    // What was not paid, or was returned, no longer counts against the limits.
    for (const ending of ['0004', '0005', '0006']) {
      expect(await usage(debits.of(ending).mandateId)).toEqual([
        { used_amount: '0', used_count: '0' },
      ]);
    }
    expect((await charge(shop, debits.of('0005'))).status).toBe(200);
  });

  it('has its money again when the bank cancels the return, also if all is seen at once', async () => {
    const whole = [
      'EXECUTED',
      ['payment.executed', 'payment.returned', 'payment.return_reversed'],
      [PAID, RETURNED, REINSTATED],
    ];
    const watched = await debitsOf(['0009']);
    await shop.advance(1);
    await shop.advance(2 * DAY);
    const { paymentId, mandateId } = watched.of('0009');
    expect(await readPayment(shop, paymentId)).toMatchObject({ amount_returned: 500 });
    await shop.advance(2 * DAY);
    expect(await watched.stories()).toEqual({ '0009': whole });
    const payment = await readPayment(shop, paymentId);
    expect(payment).toMatchObject({ status: 'EXECUTED', return_reversed_at: expect.any(String) });
    expect(payment).not.toHaveProperty('amount_returned');
    expect(await usage(mandateId)).toEqual([{ used_amount: '500', used_count: '1' }]);
    const unseen = await debitsOf(['0009']);
    await shop.advance(5 * DAY);
    expect(await unseen.stories()).toEqual({ '0009': whole });
    // The bank calls again about what is known: nothing moves.
    await shop.advance(DAY);
    expect(await watched.stories()).toEqual({ '0009': whole });
  });
});

/** A charge of each account, which uses up the limit of its mandate. */
async function debitsOf(endings: readonly string[]) {
  const limits = { max_transaction_amount: 500, max_period_amount: 500, period: 'YEARLY' };
  const mandates = await Promise.all(
    endings.map((each) => chargeableSoon(shop, each, { transaction_limits: limits })),
  );
  await shop.advance(10);
  const debits = await Promise.all(
    mandates.map(async (mandate, index) => {
      const { body } = await charge(shop, mandate);
      expect(await usage(mandate.mandateId)).toEqual([{ used_amount: '500', used_count: '1' }]);
      return [endings[index] ?? '', { ...mandate, paymentId: body.payment_id }] as const;
    }),
  );
  const known = new Map(debits);
  return {
    of: (ending: string) => {
      const debit = known.get(ending);
      if (!debit) throw new Error(`no charge of ${ending}`);
      return debit;
    },
    stories: async () =>
      Object.fromEntries(
        await Promise.all(
          debits.map(
            async ([ending, { paymentId }]) => [ending, await storyOf(paymentId)] as const,
          ),
        ),
      ),
  };
}

describe('the consent of the payer', () => {
  it('must cover charges without the payer at the instant of a charge', async () => {
    const mandate = await chargeable(shop, '8903');
    await consent(shop, mandate.userId, false);
    await expectRefused(charge(shop, mandate), 'AUTOPAY_CONSENT_REQUIRED');
    await consent(shop, mandate.userId, true);
    expect((await charge(shop, mandate)).status).toBe(200);
  });

  it('limits the amount, the currency and the days; a refused charge leaves no payment', async () => {
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
      const query = { mandate_id: mandateId };
      const { total_payments } = await shop.merchant.listPayments({ query });
      expect(total_payments).toBe(0);
    }
  });

  it('is used once by all copies of a charge, and a refusal answers all copies', async () => {
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
    const ids = async (filter: NonNullable<ListPaymentsData['query']>) => {
      const query = { mandate_id: one.mandateId, ...filter };
      const page = await shop.merchant.listPayments({ query });
      expect(page.total_payments).toBe(page.payments.length);
      return page.payments.map(({ payment_id }) => payment_id);
    };
    const found = [body.payment_id];
    expect(await ids({ payment_types: ['MANDATE', 'CARD'] })).toEqual(found);
    expect(await ids({ payment_type: 'MANDATE' })).toEqual(found);
    expect(await ids({ payment_types: ['CARD'] })).toEqual([]);
    expect(await ids({ institution_id: 'testbank' })).toEqual(found);
    expect(await ids({ institution_id: 'testbank-business' })).toEqual([]);
    expect(await ids({ sender_type: 'INDIVIDUAL' })).toEqual(found);
    expect(await ids({ sender_type: 'BUSINESS' })).toEqual([]);
    expect(await ids({ currencies: ['HKD', 'USD'] })).toEqual(found);
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
