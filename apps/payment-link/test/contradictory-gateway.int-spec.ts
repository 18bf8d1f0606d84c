import type { HostedView } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
});
afterEach(() => {
  gateway.drops.clear();
  gateway.silences.clear();
});

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const payerOf = (body?: object) => Payer.of(app, {} as TestSandbox, body);

/** A payer with an attempt, and what submitting its card answers. */
async function submitting(
  body?: object,
): Promise<{ payer: Payer; reference: string; submitted: Promise<Answer<HostedView>> }> {
  const payer = await payerOf(body);
  const { body: selected } = await payer.select();
  const reference = selected.attempt_id;
  const submitted = payer.submitToken(reference, { token: 'tok_1', last4: '4242' });
  return { payer, reference, submitted };
}

async function advanceTo(offsetMs: number): Promise<void> {
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

async function wake(reference: string): Promise<void> {
  await app.rows(
    `UPDATE payment_attempts SET follow_up_at = now() - interval '1 day'
    WHERE attempt_id = $1 RETURNING 1`,
    [reference],
  );
  await service.dueJobs.runFor(app.id);
}

async function books(): Promise<[string, number][]> {
  const rows = await app.rows<{ kind: string; amount: number }>(
    `SELECT kind, amount FROM ledger_transfers ORDER BY ledger_transfer_id, kind`,
  );
  return rows.map(({ kind, amount }) => [kind, amount]);
}

async function eventsLike(pattern: string): Promise<string[]> {
  const rows = await app.rows<{ event_name: string }>(
    `SELECT event_name FROM outbox WHERE event_name LIKE $1 ORDER BY position`,
    [pattern],
  );
  return rows.map(({ event_name }) => event_name);
}

describe('a request that never arrived', () => {
  it('is sent again with the same reference, and charged once', async () => {
    gateway.drops.add('authorize');
    const { payer, reference, submitted } = await submitting();
    expect((await submitted).body).toMatchObject({
      session_status: 'PROCESSING',
      money_moved: 'UNKNOWN',
    });
    gateway.drops.clear();
    await advanceTo(11 * SECOND_MS);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(gateway.book(reference).captures).toBe(1);
  });

  it('fails after an hour in which the gateway answered that it never saw it', async () => {
    gateway.drops.add('authorize');
    const { payer, submitted } = await submitting(setupBody());
    await submitted;
    for (const minutes of [1, 3, 10, 59]) await advanceTo(minutes * MINUTE_MS);
    expect((await payer.readLink()).session_status).toBe('PROCESSING');
    await advanceTo(130 * MINUTE_MS);
    const link = await payer.readLink();
    expect(link.session_status).toBe('FAILED');
    const view = await payer.view();
    expect(view.attempt?.error?.error_code).toBe('SERVICE_UNAVAILABLE');
  });

  it('is never recorded as failed while the gateway is not available', async () => {
    for (const verb of ['authorize', 'find'] as const) gateway.drops.add(verb);
    const { payer, submitted } = await submitting();
    await submitted;
    await advanceTo(3 * 60 * MINUTE_MS);
    await advanceTo(9 * 60 * MINUTE_MS);
    expect((await payer.readLink()).session_status).toBe('PROCESSING');
  });
});

describe('a cancel while the gateway is thinking', () => {
  it('about the authorization wins, and what arrives is voided', async () => {
    const release = gateway.hold('authorize');
    const { payer, reference, submitted } = await submitting();
    await eventually(() => gateway.books.has(reference), { deadlineMs: 10_000 });
    const cancelled = await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    release();
    expect((await submitted).body).toMatchObject({
      status: 'CANCELLED',
      attempt: { status: 'CANCELLED' },
    });
    await eventually(() => gateway.book(reference).status === 'voided', { deadlineMs: 10_000 });
    expect(gateway.book(reference).captures).toBe(0);
    expect(await books()).toEqual([]);
  });

  it('about the capture is refused, and the link is paid', async () => {
    const release = gateway.hold('capture');
    const { payer, reference, submitted } = await submitting();
    await eventually(() => gateway.books.get(reference)?.status === 'captured', {
      deadlineMs: 10_000,
    });
    const refused = await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { error_code: 'INVALID_PAYMENT_LINK_STATUS' } },
    });
    release();
    expect((await submitted).body.status).toBe('PAID');
  });
});

describe('money that arrives for a dead link', () => {
  it('goes back once, and the books show both ways', async () => {
    gateway.silences.add('authorize');
    const { payer, reference, submitted } = await submitting();
    await submitted;
    gateway.book(reference).status = 'captured';
    gateway.silences.add('refund');
    await app.send(`POST /payment_links/${payer.linkId}/cancel`);
    await service.dueJobs.runFor(app.id);
    expect(await books()).toEqual([['UNEXPECTED_RECEIPT', 12_500]]);
    expect((await payer.view()).money_moved).toBe('UNKNOWN');
    expect((await payer.readLink()).payment).not.toHaveProperty('amount_refunded');
    gateway.silences.clear();
    await advanceTo(2 * MINUTE_MS);
    await wake(reference);
    expect(gateway.book(reference).refunds.size).toBe(1);
    expect(await books()).toEqual([
      ['UNEXPECTED_RECEIPT', 12_500],
      ['UNEXPECTED_RETURN', 12_500],
    ]);
    expect(await eventsLike('refund.%')).toEqual(['refund.submitted', 'refund.executed']);
    const link = await payer.readLink();
    expect([link.status, link.payment?.status]).toEqual(['CANCELLED', 'CANCELLED']);
    expect(link.payment?.amount_refunded).toBe(12_500);
    expect((await payer.view()).money_moved).toBe('NO');
  });
});

describe('money of an attempt that was not submitted here, as after a restore', () => {
  const chosenAnd = async (status: string) => {
    const payer = await payerOf();
    const { body } = await payer.select();
    const reference = body.attempt_id;
    gateway.books.set(reference, { status, amount: 12_500, captures: 1, refunds: new Map() });
    await wake(reference);
    return { payer, reference };
  };

  it('goes back once, and the payer pays by another attempt', async () => {
    const { payer, reference } = await chosenAnd('captured');
    expect([...gateway.book(reference).refunds.values()]).toEqual([12_500]);
    expect(await books()).toEqual([
      ['UNEXPECTED_RECEIPT', 12_500],
      ['UNEXPECTED_RETURN', 12_500],
    ]);
    const { body: second } = await payer.select();
    expect(second.attempt_id).not.toBe(reference);
    await payer.submitToken(second.attempt_id, { token: 'tok_2', last4: '4242' });
    expect((await payer.readLink()).status).toBe('PAID');
    expect(gateway.book(reference).refunds.size).toBe(1);
  });

  it('that is only authorized is voided, and the old attempt takes no card', async () => {
    const { payer, reference } = await chosenAnd('authorized');
    expect(gateway.book(reference).status).toBe('voided');
    const late = await payer.submitToken(reference, { token: 'tok_1', last4: '4242' });
    expect(late.status).toBe(400);
    expect(await books()).toEqual([]);
  });

  it('goes back once although the gateway does not answer the refund', async () => {
    gateway.silences.add('refund');
    const { reference } = await chosenAnd('captured');
    gateway.silences.clear();
    await advanceTo(2 * MINUTE_MS);
    await wake(reference);
    expect(await books()).toContainEqual(['UNEXPECTED_RETURN', 12_500]);
    expect(gateway.book(reference).refunds.size).toBe(1);
  });
});

describe('a gateway that changes its mind', () => {
  it('captures a declined payment: the payment is corrected while the link is open', async () => {
    const { payer, reference, submitted } = await declined();
    expect((await submitted).body.session_status).toBe('FAILED');
    gateway.book(reference).status = 'captured';
    await wake(reference);
    const link = await payer.readLink();
    expect(link).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
    expect(link.payment).not.toHaveProperty('error');
    expect(await eventsLike('payment.status%')).toEqual(['payment.status_corrected']);
    expect(await books()).toEqual([['PAYMENT', 12_500]]);
  });

  it('captures a declined payment: the money goes back once the link was paid', async () => {
    const { payer, reference, submitted } = await declined();
    await submitted;
    const { body: second } = await payer.select();
    await payer.submitToken(second.attempt_id, { token: 'tok_2', last4: '4242' });
    expect((await payer.readLink()).status).toBe('PAID');
    gateway.book(reference).status = 'captured';
    await wake(reference);
    expect(gateway.book(reference).status).toBe('refunded');
    expect(gateway.book(second.attempt_id).refunds.size).toBe(0);
    expect((await payer.readLink()).status).toBe('PAID');
  });

  it('captures without our request: the payment takes every step and is executed', async () => {
    gateway.silences.add('authorize');
    const { payer, reference, submitted } = await submitting();
    await submitted;
    gateway.book(reference).status = 'captured';
    await wake(reference);
    expect((await payer.readLink()).status).toBe('PAID');
    expect(await eventsLike('payment.%')).toEqual([
      'payment.created',
      'payment.authorization_started',
      'payment.authorized',
      'payment.submitted',
      'payment.executed',
    ]);
    expect(gateway.book(reference).captures).toBe(0);
  });

  it('reports nonsense: nothing is concluded from it', async () => {
    gateway.silences.add('authorize');
    const { payer, reference, submitted } = await submitting(linkBody());
    await submitted;
    gateway.book(reference).status = 'who_knows';
    await failsIn(reference, 'who_knows');
    expect((await payer.readLink()).session_status).toBe('PROCESSING');
  });

  /** The service's own schedule may take the attempt first; then its turn comes again. */
  const failsIn = (reference: string, message: string) =>
    eventually(
      () =>
        wake(reference).then(
          () => false,
          (error: unknown) => error instanceof Error && error.message.includes(message),
        ),
      { deadlineMs: 10_000 },
    );

  async function declined() {
    const release = gateway.hold('authorize');
    const submission = await submitting();
    await eventually(() => gateway.books.has(submission.reference), { deadlineMs: 10_000 });
    gateway.book(submission.reference).status = 'declined';
    release();
    return submission;
  }
});
