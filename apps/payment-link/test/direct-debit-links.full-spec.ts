import { jest } from '@jest/globals';
import type { MandateResponse } from '@towpath/contracts/mandate';
import type { PaymentLinkResponse, PaymentResponse } from '@towpath/contracts/payment-link';
import { createSandboxApp, sharedSystem, type RunningSystem } from '@towpath/local-system';
import {
  ApiClient,
  eventually,
  HostedPayer,
  MandatePayer,
  Merchant,
  paymentOrder,
  setupOrder,
  TYPED,
} from '@towpath/testing';

jest.setTimeout(240_000);
const DAY_S = 86_400;
const WAIT = { deadlineMs: 45_000 };

// The whole system: links, mandates and the bank are three processes' business.
let system: RunningSystem;
let api: ApiClient;
let shop: Merchant;
beforeAll(async () => {
  system = await sharedSystem();
  api = new ApiClient(system.baseUrl);
  shop = new Merchant(api, await createSandboxApp(system, { name: 'Shop', currencies: ['HKD'] }));
});

async function opened(order = paymentOrder()): Promise<[PaymentLinkResponse, HostedPayer]> {
  const link = await shop.createPaymentLink({ body: order });
  return [link, await HostedPayer.open(api, link.url ?? '')];
}

const mandate = (id: string): Promise<MandateResponse> =>
  shop.getMandate({ path: { mandateId: id } });

/** Waits until the link has the session status. */
function reaches({ payment_link_id: id }: PaymentLinkResponse, session: string) {
  let last: PaymentLinkResponse | undefined;
  return eventually(
    async () => {
      last = await shop.link(id);
      return last.session_status === session ? last : undefined;
    },
    { ...WAIT, describe: () => `the link is ${last?.status}, ${last?.session_status}` },
  );
}

function closes(mandateId: string): Promise<unknown> {
  return eventually(async () => (await mandate(mandateId)).status === 'CLOSED', {
    ...WAIT,
    describe: () => `the mandate ${mandateId} is not closed`,
  });
}

describe('a link that is paid by direct debit', () => {
  it('is authorized, waits for the bank and is paid', async () => {
    const [link, payer] = await opened();
    const mandateId = await payer.debit('012-345678-833');
    const paid = await reaches(link, 'COMPLETE');
    expect(paid).toMatchObject({
      status: 'PAID',
      payment: {
        type: 'MANDATE',
        status: 'EXECUTED',
        payment_details: { mandate_id: mandateId },
      },
    });
    const { sender_account: account, mandate_details } = await mandate(mandateId);
    expect(account).toMatchObject({
      account_number_masked: '****8833',
      institution_id: 'testbank',
      institution_name: 'Test Bank',
    });
    expect(paid.payment?.sender_account).toEqual(account);
    expect(await shop.payment(paid.payment?.payment_id ?? '')).toEqual(paid.payment);
    const { dda_reference } = mandate_details;
    expect(paid.payment?.payment_details?.references).toMatchObject({ dda_reference });
    expect(paid).not.toHaveProperty('payment.payment_method_id');
    expect(await mandate(mandateId)).toMatchObject({
      status: 'SUCCEEDED',
      mandate_details: {
        transaction_limits: { max_transaction_amount: link.amount, max_period_count: 1 },
      },
    });
    expect((await payer.view()).money_moved).toBe('YES');
  });

  it('shows PROCESSING until the bank has decided, and cannot be cancelled meanwhile', async () => {
    const [link, payer] = await opened();
    const mandateId = await payer.debit('012-345678-0003');
    await reaches(link, 'PROCESSING');
    const path = `/payment_links/${link.payment_link_id}/cancel`;
    expect(await shop.send({ method: 'POST', path })).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    await eventually(async () => (await mandate(mandateId)).status === 'SUBMITTED', WAIT);
    await shop.updateTestMandateStatus({ path: { mandateId }, body: { status: 'SUCCEEDED' } });
    expect((await reaches(link, 'COMPLETE')).status).toBe('PAID');
  });

  it.each([
    ['the bank rejects the mandate', '0002', 'PAYMENT_METHOD_DECLINED'],
    ['the account is empty', '0005', 'INSUFFICIENT_FUNDS'],
  ])('can be tried again when %s', async (_, ending, code) => {
    const [link, payer] = await opened();
    await payer.debit(`012-345678-${ending}`);
    const failed = await reaches(link, 'FAILED');
    expect(failed.payment).toMatchObject({ status: 'FAILED', error: { error_code: code } });
    expect(await payer.view()).toMatchObject({
      status: 'CREATED',
      money_moved: 'NO',
      attempt: { payment_method_type: 'MANDATE', error: { error_code: code } },
    });
    await payer.pay('authorized');
    expect((await shop.link(link.payment_link_id)).status).toBe('PAID');
  });

  it('and whose payer revokes the mandate before the money is collected can be retried', async () => {
    const [link, payer] = await opened();
    await payer.debit('012-345678-0004');
    await reaches(link, 'PROCESSING');
    await eventually(
      async () => (await shop.link(link.payment_link_id)).payment?.status === 'SUBMITTED',
      WAIT,
    );
    await shop.advanceClock(61);
    expect((await reaches(link, 'FAILED')).payment?.status).toBe('REVOKED');
  });
});

describe('a link that sets up direct debit', () => {
  it('ends in a stored mandate that can be charged once the payer has agreed to it', async () => {
    const payment_setup_options = {
      future_payments: 'AUTOPAY' as const,
      payment_method_types: ['MANDATE' as const],
      mandate_details: { transaction_limits: { max_transaction_amount: 900 }, description: 'Gym' },
      autopay_enrollment_configuration: {
        display_enrollment_screen: true,
        enrollment_prefill_value: 'YES' as const,
      },
    };
    const order = setupOrder({ payment_setup_options });
    const [link, payer] = await opened(order);
    await payer.answerAutopay(true);
    const mandateId = await payer.debit('012-345678-833');
    const done = await reaches(link, 'COMPLETE');
    const found = await mandate(mandateId);
    expect(done).toMatchObject({
      status: 'SETUP_SUCCEEDED',
      payment_method: { payment_method_type: 'MANDATE', mandate: { mandate_id: mandateId } },
    });
    expect((await shop.createPaymentLink({ body: order })).payment_method).toEqual(
      done.payment_method,
    );
    const { payment_method_id: methodId } = found;
    expect(done.payment_method?.payment_method_id).toBe(methodId);
    expect(found.mandate_details).toMatchObject({
      description: 'Gym',
      transaction_limits: { max_transaction_amount: 900 },
    });
    const charge = (amount: number) =>
      shop.send<PaymentResponse>({
        method: 'POST',
        path: '/payments',
        body: { amount, currency: 'HKD', payment_method_id: methodId, payment_details: {} },
      });
    const { status, body } = await charge(900);
    expect([status, body.type]).toEqual([200, 'MANDATE']);
    await eventually(async () => (await shop.payment(body.payment_id)).status === 'EXECUTED', WAIT);
    expect((await charge(901)).status).toBe(400);
  });
});

it('a mandate that was stored for payments that its payer starts is not charged by the app', async () => {
  const payment_setup_options = {
    future_payments: 'CLICK_TO_PAY' as const,
    payment_method_types: ['MANDATE' as const],
    autopay_enrollment_configuration: {
      display_enrollment_screen: true,
      enrollment_prefill_value: 'YES' as const,
    },
  };
  const [link, payer] = await opened(setupOrder({ payment_setup_options }));
  await payer.answerAutopay(true);
  const mandateId = await payer.debit('012-345678-833');
  await reaches(link, 'COMPLETE');
  const { payment_method_id } = await mandate(mandateId);
  const order = { amount: 900, currency: 'HKD', payment_method_id, payment_details: {} };
  const answer = await shop.send({ method: 'POST', path: '/payments', body: order });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { error_code: 'AUTOPAY_CONSENT_REQUIRED' } },
  });
});

describe('the draft of a mandate', () => {
  it('is closed when the payer takes a card after all: one success', async () => {
    const [link, payer] = await opened();
    await payer.select('CARD');
    const { mandate_id: first = '', mandate_token } = await payer.select('MANDATE');
    const left = new MandatePayer(api, mandate_token ?? '');
    await left.select('testbank');
    await left.submit(TYPED.account('012-345678-833'), TYPED.consent());
    await payer.select('CARD');
    await closes(first);
    const { mandate_id: second = '' } = await payer.select('MANDATE');
    expect(second).not.toBe(first);
    await payer.pay('authorized');
    await closes(second);
    const paid = await shop.link(link.payment_link_id);
    expect([paid.status, paid.payment?.type]).toEqual(['PAID', 'CARD']);
    const late = await left.submit(TYPED.login());
    expect(late.status).toBe(400);
    expect((await mandate(first)).status).toBe('CLOSED');
  });

  it('is closed when the payer leaves it, and the link is as before', async () => {
    const [link, payer] = await opened();
    const { mandate_id: mandateId = '', mandate_token: token = '' } = await payer.select('MANDATE');
    await api.call({ method: 'POST', path: '/mandates/hosted/leave', token, body: {} });
    await closes(mandateId);
    await eventually(async () => (await payer.view()).attempt === undefined, WAIT);
    expect((await shop.link(link.payment_link_id)).session_status).toBe('OPEN');
    await payer.pay('authorized');
    expect((await shop.link(link.payment_link_id)).status).toBe('PAID');
  });

  it('is closed with its link, cancelled or expired', async () => {
    const [cancelled, first] = await opened();
    const { mandate_id: one = '' } = await first.select('MANDATE');
    await shop.cancelPaymentLink({ path: { paymentLinkId: cancelled.payment_link_id } });
    await closes(one);
    const [expired, second] = await opened();
    const { mandate_id: two = '' } = await second.select('MANDATE');
    await shop.advanceClock(31 * DAY_S);
    expect((await shop.link(expired.payment_link_id)).status).toBe('EXPIRED');
    await closes(two);
  });
});
