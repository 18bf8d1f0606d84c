import { jest } from '@jest/globals';
import { sharedSystem, type RunningSystem } from '@towpath/local-system';
import { MandatePayer, RIGHT_OTP, TYPED } from '@towpath/testing';
import { charge, consent, readPayment } from './direct-debit-payer.fixture.js';
import { DirectDebitShop } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);

// The whole system: the payer limits the mandate, and the simulated bank holds to it.
let system: RunningSystem;
let shop: DirectDebitShop;
beforeAll(async () => {
  system = await sharedSystem();
  shop = await DirectDebitShop.open(system);
});

let payers = 0;

/** A mandate whose payer has chosen the simulated bank and given nothing yet. */
async function begun(details: object) {
  payers += 1;
  const { merchant } = shop;
  const named = { external_user_id: `limited-${payers}`, name: 'Chan' };
  const user = await merchant.createPaymentUser({ body: named });
  await consent(shop, user.user_id, true);
  const asked = await merchant.createMandate({
    body: {
      recipient_account: { account_id: shop.accountId },
      sender: { email: 'tm@example.com', ...named },
      mandate_details: { currency: 'HKD', ...details },
    },
  });
  const link = await merchant.getMandateAuthLink({
    body: { mandate_id: asked.mandate_id, link_customizations: {} },
  });
  const payer = new MandatePayer(merchant.api, link.access_token);
  await payer.select('testbank');
  return { payer, mandateId: asked.mandate_id, methodId: asked.payment_method_id };
}

/** One whose payer agreed there, to at most this per payment. */
async function limitedTo(most: number | null, details: object) {
  const { payer, mandateId, methodId } = await begun(details);
  const agreement = most === null ? TYPED.consent() : TYPED.consentUpTo(most);
  await payer.submit(TYPED.account('0123458901'), agreement);
  await payer.submit(TYPED.login());
  await payer.submit(TYPED.login({ otp: RIGHT_OTP }));
  await shop.advance(1);
  const mandate = await shop.read(mandateId);
  return { mandate, methodId };
}

async function charged(methodId: string, amount: number) {
  const { status, body } = await charge(shop, { methodId }, { amount });
  expect(status).toBe(200);
  await shop.advance(1);
  const payment = await readPayment(shop, body.payment_id);
  return [payment.status, payment.error?.error_code];
}

describe("a payer's own limit", () => {
  it('applies at the bank if it is below that of the customer app: 100.01 fails, 100.00 passes', async () => {
    const { mandate, methodId } = await limitedTo(10_000, FIVE_HUNDRED);
    expect(mandate).toMatchObject({
      status: 'SUCCEEDED',
      mandate_details: {
        transaction_limits: {
          max_transaction_amount: 50_000,
          max_transaction_amount_set_by_payer_initial: 10_000,
        },
      },
    });
    expect(await charged(methodId, 10_001)).toEqual(['FAILED', 'TRANSACTION_LIMIT_EXCEEDED']);
    expect(await charged(methodId, 10_000)).toEqual(['EXECUTED', undefined]);
  });

  it('is shown and applies if the customer app has no limits', async () => {
    const { mandate, methodId } = await limitedTo(10_000, {});
    expect(mandate.mandate_details.transaction_limits).toEqual({
      max_transaction_amount: 10_000,
      max_transaction_amount_set_by_payer_initial: 10_000,
    });
    expect(await charged(methodId, 10_001)).toEqual(['FAILED', 'TRANSACTION_LIMIT_EXCEEDED']);
    expect(await charged(methodId, 10_000)).toEqual(['EXECUTED', undefined]);
  });

  it('is absent if the payer sets none, and the bank collects what the customer app may ask', async () => {
    const { mandate, methodId } = await limitedTo(null, {});
    expect(mandate.mandate_details).not.toHaveProperty('transaction_limits');
    expect(await charged(methodId, 10_001)).toEqual(['EXECUTED', undefined]);
  });

  it('is refused above that of the customer app, and nothing of the submission is kept', async () => {
    const { payer, mandateId } = await begun(FIVE_HUNDRED);
    const account = TYPED.account('0123458901');
    const refused = await payer.submit<ErrorBody>(account, TYPED.consentUpTo(50_001));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { error_code: 'TRANSACTION_LIMIT_EXCEEDED' } },
    });
    expect(refused.text).toContain('items.1.value.max_transaction_amount');
    expect(await ownLimitOf(mandateId)).toBeUndefined();
    expect(await given(payer)).toEqual([]);
    expect((await payer.submit(account, TYPED.consentUpTo(50_000))).status).toBe(200);
    expect(await ownLimitOf(mandateId)).toBe(50_000);
  });

  it('is dropped with the consent when another bank is chosen', async () => {
    const { payer, mandateId } = await begun(FIVE_HUNDRED);
    await payer.submit(TYPED.account('0123458901'), TYPED.consentUpTo(10_000));
    await payer.select('testbank');
    expect(await ownLimitOf(mandateId)).toBe(10_000);
    await payer.select('testbank-oauth');
    expect(await given(payer)).toEqual([]);
    expect(await ownLimitOf(mandateId)).toBeUndefined();
  });
});

const FIVE_HUNDRED = { transaction_limits: { max_transaction_amount: 50_000 } };

interface ErrorBody {
  readonly error: { readonly error_code: string };
}

async function ownLimitOf(mandateId: string): Promise<number | null | undefined> {
  const { mandate_details: details } = await shop.read(mandateId);
  return details.transaction_limits?.max_transaction_amount_set_by_payer_initial;
}

async function given(payer: MandatePayer): Promise<readonly string[]> {
  const { auth_checklist: factors } = await payer.auth();
  return factors.filter(({ options }) => options[0]?.submitted_at).map(({ type }) => type);
}
