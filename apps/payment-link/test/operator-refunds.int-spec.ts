import type { ErrorEnvelope } from '@towpath/contracts';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import type { ListRefundsResponse, PayoutResponse } from '@towpath/contracts/payment-link';
import { newId } from '@towpath/kernel';
import { LedgerVerificationReads } from '../src/processes/ledger-verification/ledger-verification.reads.js';
import { ActingOperators, approving } from './acting-operator.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { Payer as PaidOut } from './payouts.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

const PAID = 12_500;
const REASON = 'Ticket 4711: Zenobia paid twice.';
const nobody = {} as TestSandbox;

let gateway: StandInGateway;
let service: TestPaymentLink;
let operators: ActingOperators;
let app: TestCustomerApp;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  const settings = { OPERATOR_ALONE_LIMITS: '*=1000000,HKD=20000' };
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url, settings });
  operators = await ActingOperators.of(service);
}, START_MS);
afterAll(async () => {
  await operators?.end();
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
});
afterEach(async () => {
  gateway.silences.clear();
  const verify = service.app.get(LedgerVerificationReads, { strict: false });
  expect(await verify.verify(app.id)).toEqual([]);
});

type Acted = Awaited<ReturnType<ReturnType<ActingOperators['as']>['act']>>;

let people = 0;
/** Somebody who has not moved anything yet. */
const somebody = () => operators.as({ subject: `oidc:operator-${(people += 1)}` });

async function paid(): Promise<string> {
  const payer = await Payer.of(app, nobody, linkBody());
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  return (await payer.readLink()).payment?.payment_id ?? '';
}
const refunding = (id: string, amount?: number) =>
  ({
    action: 'refund_payment',
    customer_app_id: app.id,
    id,
    ...(amount === undefined ? {} : { amount }),
  }) as const;
const refundsOf = async (id: string) =>
  (await app.send<ListRefundsResponse>(`GET /payments/${id}/refunds`)).body.refunds;
const refusalOf = ({ status, body }: Acted) => [status, body.error?.error_code];

describe('an operator who refunds a payment', () => {
  it('is shown what goes back, and returns a part of it, once for one action', async () => {
    const id = await paid();
    const operator = somebody();
    expect((await operator.preview(refunding(id, 2_500))).body).toEqual({
      is_possible: true,
      effects: [
        'HKD 25.00 goes back to the payer.',
        'The card gateway that took the payment returns it.',
        'HKD 100.00 of the payment stays refundable.',
      ],
      seen: `EXECUTED ${PAID}`,
      amount: 2_500,
      currency: 'HKD',
      needs_fresh_login: true,
      needs_second_person: false,
    });
    expect(await refundsOf(id)).toEqual([]);
    const action_id = newId(new Date());
    const confirmed = { action_id, reason: REASON };
    const done = await operator.act(refunding(id, 2_500), confirmed);
    const expected: PerformActionResponse = {
      effects: ['HKD 25.00 went back to the payer.'],
      result: { kind: 'refund', customer_app_id: app.id, id: action_id },
    };
    expect(done).toMatchObject({ status: 200, body: expected });
    expect((await operator.act(refunding(id, 2_500), confirmed)).body).toEqual(done.body);
    const refunds = await refundsOf(id);
    expect(refunds).toMatchObject([{ amount: 2_500, status: 'EXECUTED', origin: 'OPERATOR' }]);
    expect(JSON.stringify(refunds)).not.toMatch(/Zenobia|4711/);
    expect(JSON.stringify(await app.rows('SELECT payload FROM outbox'))).not.toMatch(/4711/);
  });

  it('has the entry of the audit in the transaction that reserves the amount', async () => {
    const id = await paid();
    await somebody().act(refunding(id, 2_500), { reason: REASON });
    const [begun] = await operators.rows<{ xmin: string }>(
      `SELECT xmin::text FROM refund_state_changes
       WHERE customer_app_id = $1 AND sequence = 1`,
      [app.id],
    );
    expect(await operators.entries(id)).toEqual([
      { operation: 'refund_payment', resource_id: id, reason: REASON, xmin: begun?.xmin },
    ]);
  });

  it('resumes after a crash with the same refund, also when the gateway was silent', async () => {
    const id = await paid();
    const operator = somebody();
    gateway.silences.add('refund');
    const action_id = newId(new Date());
    const first = await operator.act(refunding(id), { action_id });
    expect(first.body.effects).toEqual(['A refund of HKD 125.00 is on its way.']);
    gateway.silences.clear();
    await operators.forgetOutcome(action_id);
    const seen = `EXECUTED ${PAID}`;
    const again = await operator.act(refunding(id), { action_id, seen });
    expect([again.status, again.body.result?.id]).toEqual([200, action_id]);
    expect(await refundsOf(id)).toMatchObject([{ refund_id: action_id, amount: PAID }]);
    expect(await operators.entries(id)).toHaveLength(1);
  });

  it('is refused after another refund, which changed what is left', async () => {
    const id = await paid();
    const operator = somebody();
    const { seen } = (await operator.preview(refunding(id))).body;
    await operator.act(refunding(id, 500));
    const stale = await operator.act(refunding(id), { seen });
    expect(refusalOf(stale)).toEqual([400, 'INVALID_REQUEST']);
    expect((await operator.act(refunding(id))).body.effects).toEqual([
      'HKD 120.00 went back to the payer.',
    ]);
    expect((await operator.preview(refunding(id))).body).toMatchObject({
      is_possible: false,
      refusal: 'Nothing is left: all of it was refunded, returned or is disputed.',
    });
  });

  it('never returns more than was paid, while others act at the same moment', async () => {
    const id = await paid();
    await app.warmUp();
    const seen = `EXECUTED ${PAID}`;
    const acts = await Promise.all(
      Array.from({ length: 32 }, () => somebody().act(refunding(id, 1_000), { seen })),
    );
    const done = acts.filter(({ status }) => status === 200);
    const refunds = await refundsOf(id);
    const total = refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(total).toBeLessThanOrEqual(PAID);
    expect(refunds).toHaveLength(done.length);
    expect(done.length).toBeGreaterThan(0);
    expect(acts.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect(await operators.entries(id)).toHaveLength(done.length);
  });

  it('returns all of it once, while others act at the same moment', async () => {
    const id = await paid();
    await app.warmUp();
    const seen = `EXECUTED ${PAID}`;
    const acts = await Promise.all(
      Array.from({ length: 32 }, () => somebody().act(refunding(id), { seen })),
    );
    expect(acts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(acts.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(await refundsOf(id)).toMatchObject([{ amount: PAID }]);
    expect(await operators.entries(id)).toHaveLength(1);
  });

  it('needs another operator above the limit of a day, and a login of the last minutes', async () => {
    const [one, other] = [await paid(), await paid()];
    const subject = 'oidc:ada';
    const ada = operators.as({ subject });
    expect((await ada.act(refunding(one))).status).toBe(200);
    const { body } = await ada.preview(refunding(other));
    expect([body.is_possible, body.needs_second_person]).toEqual([true, true]);
    expect(refusalOf(await ada.act(refunding(other)))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const old = { authenticated_at: Math.floor(Date.now() / 1_000) - 601 };
    const proposed = { ...approving(PAID), proposed_by: subject };
    const late = operators.as({ subject: 'oidc:bob', ...proposed, ...old });
    expect(refusalOf(await late.act(refunding(other)))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await refundsOf(other)).toEqual([]);
    expect(await operators.entries(other)).toEqual([]);
    const bob = operators.as({ subject: 'oidc:bob', ...proposed });
    expect((await bob.act(refunding(other))).status).toBe(200);
    expect(await refundsOf(other)).toHaveLength(1);
  });

  it('learns why a payment cannot be refunded, and gets none of another app', async () => {
    const payer = await Payer.of(app, nobody, linkBody());
    await payer.select();
    const id = (await payer.readLink()).payment?.payment_id ?? '';
    expect((await somebody().preview(refunding(id))).body).toMatchObject({
      is_possible: false,
      refusal: 'Only a payment in status EXECUTED can be refunded.',
      effects: [],
    });
    expect(refusalOf(await somebody().act(refunding(id)))).toEqual([400, 'INVALID_REQUEST']);
    const other = await service.customerApp();
    const foreign = { ...refunding(id), customer_app_id: other.id };
    expect(refusalOf(await somebody().act(foreign))).toEqual([400, 'PAYMENT_NOT_FOUND']);
    const limited = operators.as({ apps: [other.id] });
    expect(refusalOf(await limited.act(refunding(id)))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await operators.entries(id)).toEqual([]);
  });
});

describe('an operator who cancels', () => {
  it('a payment link: as its app does, once', async () => {
    const payer = await Payer.of(app, nobody, linkBody());
    const act = {
      action: 'cancel_payment_link',
      customer_app_id: app.id,
      id: payer.linkId,
    } as const;
    const { body: before } = await somebody().preview(act);
    await payer.select();
    const stale = await somebody().act(act, { seen: before.seen });
    expect(refusalOf(stale)).toEqual([400, 'INVALID_REQUEST']);
    expect((await somebody().preview(act)).body).toMatchObject({
      is_possible: true,
      effects: [
        'The payment link over HKD 125.00 is cancelled: nobody can pay it any more.',
        'The attempt of its payer ends, and an authorization of the card is voided.',
      ],
      needs_fresh_login: false,
    });
    const action_id = newId(new Date());
    expect((await somebody().act(act, { action_id })).status).toBe(200);
    await operators.forgetOutcome(action_id);
    expect((await somebody().act(act, { action_id })).status).toBe(200);
    expect((await payer.readLink()).status).toBe('CANCELLED');
    const [moved] = await operators.rows<{ xmin: string }>(
      `SELECT xmin::text FROM payment_link_state_changes
       WHERE customer_app_id = $1 AND command = 'cancel'`,
      [app.id],
    );
    const [entry] = await operators.entries(payer.linkId);
    expect(entry?.xmin).toBe(moved?.xmin);
    const refusal = (await somebody().preview(act)).body.refusal;
    expect(refusal).toEqual(expect.stringContaining('CANCELLED'));
    expect(refusalOf(await somebody().act(act))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('a payout that waits, and none that is held', async () => {
    const shop = await service.customerApp([]);
    const paidOut = await PaidOut.of(shop);
    const cancelling = (id: string) =>
      ({ action: 'cancel_payout', customer_app_id: shop.id, id }) as const;
    const waiting = (await paidOut.create({ confirm: false })).body.payout_id;
    const held = (await paidOut.create()).body.payout_id;
    const shown = await somebody().preview(cancelling(waiting));
    expect(shown.body.effects).toEqual([expect.stringMatching(/^The payout of HKD .* is sent\.$/)]);
    expect((await somebody().act(cancelling(waiting))).status).toBe(200);
    const { body } = await shop.send<PayoutResponse & ErrorEnvelope>(`GET /payouts/${waiting}`);
    expect(body.status).toBe('CANCELLED');
    expect(await operators.entries(waiting)).toHaveLength(1);
    expect((await somebody().preview(cancelling(held))).body.is_possible).toBe(false);
    expect(refusalOf(await somebody().act(cancelling(held)))).toEqual([400, 'INVALID_REQUEST']);
    expect(await operators.entries(held)).toEqual([]);
  });
});
