import { definitionOf, mandateEvents, type MandateEventPayload } from '@towpath/contracts';
import type { HostedView } from '@towpath/contracts/payment-link';
import { WriteBatch, type PublishableEvent } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { linkBody, setupBody, type Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import {
  attemptsOf,
  chooseType,
  confirm,
  debitAccount,
  debitPayer,
} from './direct-debit-payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

const MINUTE_MS = 60_000;

let mandates: StandInMandates;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  mandates = await StandInMandates.start();
  service = await TestPaymentLink.start({ mandateUrl: mandates.url, consumes: true });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await mandates?.stop();
});
beforeEach(async () => {
  app = await service.customerApp([]);
  await debitAccount(app);
});

/** A payer, their mandate, and the voice of the service that keeps it. */
class Debit {
  private sequence = 0;

  private constructor(
    readonly payer: Payer,
    readonly mandateId: string,
  ) {}

  static async choose(body: object = linkBody()): Promise<Debit> {
    const payer = await debitPayer(app, body);
    const { body: chosen } = await chooseType(payer, 'MANDATE');
    return new Debit(payer, chosen.mandate_id ?? '');
  }

  static async confirmed(body: object = linkBody()): Promise<Debit> {
    const debit = await Debit.choose(body);
    await confirm(app, debit.payer.linkId, debit.mandateId);
    await debit.tell('mandate.authorized');
    return debit;
  }

  tell(
    name: keyof typeof mandateEvents,
    members: Partial<MandateEventPayload> = {},
  ): Promise<void> {
    const definition = mandateEvents[name];
    return this.publish(definition, {
      ...mandateEvents['mandate.succeeded'].example,
      status: definition.example.status,
      payment_link_id: this.payer.linkId,
      ...members,
    });
  }

  async tellOfCharge(members: object): Promise<void> {
    const [row] = await app.rows<{ payment_id: string }>(
      `SELECT payment_id FROM payments WHERE payment_link_id = $1 AND type = 'MANDATE'`,
      [this.payer.linkId],
    );
    const { payment_id } = row ?? {};
    await this.publish(definitionOf('mandate.charge_updated'), {
      ...definitionOf('mandate.charge_updated').example,
      payment_id,
      ...members,
    } as never);
  }

  /** Events travel through our own outbox: the topic is what matters to the consumer. */
  private async publish<P extends object>(definition: PublishableEvent<P>, given: P) {
    this.sequence += 1;
    const batch = new WriteBatch();
    const payload = { ...given, customer_app_id: app.id, mandate_id: this.mandateId };
    batch.publish(definition, { payload, sequence: this.sequence, customerAppId: app.id });
    await service.transactions.forApp(app.id, async (tx) => tx.write(batch));
  }

  /** Waits until the event of its authorization was recorded. */
  rests(): Promise<unknown> {
    const sql = `SELECT 1 FROM payment_attempts
      WHERE mandate_id = $1 AND follow_up_at > created_at + interval '1 hour'`;
    return eventually(async () => (await app.rows(sql, [this.mandateId])).length === 1, {
      deadlineMs: 30_000,
    });
  }

  attempts() {
    return attemptsOf(app, this.payer.linkId);
  }

  /** Waits until the latest attempt, and its payment if it has one, are so. */
  async reaches(status: string, payment: string | null): Promise<HostedView> {
    let last: unknown;
    await eventually(
      async () => {
        const attempt = (await this.attempts()).at(-1);
        last = attempt;
        return attempt?.status === status && attempt.payment_status === payment;
      },
      { deadlineMs: 30_000, describe: () => `the attempt is ${JSON.stringify(last)}` },
    );
    return this.payer.view();
  }
}

describe('a payer who leaves the authorization', () => {
  it('finds the link as before the attempt', async () => {
    const debit = await Debit.choose();
    await debit.tell('mandate.closed');
    const view = await debit.reaches('REPLACED', 'CANCELLED');
    expect(view).toMatchObject({ status: 'CREATED', session_status: 'OPEN', money_moved: 'NO' });
    const again = await chooseType(debit.payer, 'MANDATE');
    expect(again.body.mandate_id).not.toBe(debit.mandateId);
  });

  it('whose mandate went live anyway has it ended, once', async () => {
    const debit = await Debit.choose();
    await chooseType(debit.payer, 'CARD');
    await debit.tell('mandate.succeeded');
    await eventually(
      async () => {
        await service.dueJobs.runFor(app.id);
        return mandates.abandoned.includes(debit.mandateId);
      },
      { deadlineMs: 30_000 },
    );
    await service.dueJobs.runFor(app.id);
    expect(mandates.abandoned.filter((id) => id === debit.mandateId)).toHaveLength(1);
    expect((await debit.attempts()).map(({ status }) => status)).toEqual(['REPLACED', 'SELECTED']);
  });
});

describe('a mandate that comes to nothing', () => {
  it.each([
    ['before', () => Debit.choose(), 'mandate.failed', 'FAILED', 'FAILED'],
    ['after', () => Debit.confirmed(), 'mandate.failed', 'FAILED', 'FAILED'],
    ['before', () => Debit.choose(), 'mandate.cancelled', 'CANCELLED', 'CANCELLED'],
    ['after', () => Debit.confirmed(), 'mandate.closed', 'FAILED', 'FAILED'],
  ] as const)('%s it was confirmed leaves the link to try again', async (...row) => {
    const [, start, name, attempt, payment] = row;
    const debit = await start();
    await debit.tell(name, { error: mandateEvents['mandate.failed'].example.error });
    const view = await debit.reaches(attempt, payment);
    expect(view).toMatchObject({ status: 'CREATED', session_status: 'FAILED', money_moved: 'NO' });
    expect((await chooseType(debit.payer, 'CARD')).status).toBe(200);
  });

  it('shows the payer the reason', async () => {
    const debit = await Debit.confirmed(setupBody());
    await debit.tell('mandate.failed', { error: mandateEvents['mandate.failed'].example.error });
    const { attempt } = await debit.reaches('FAILED', null);
    expect(attempt?.error).toMatchObject({
      error_code: 'PAYMENT_METHOD_DECLINED',
      display_details: expect.stringMatching(/Your bank/),
    });
  });

  it('because its process died after the confirmation is ended in time', async () => {
    const debit = await Debit.choose();
    await confirm(app, debit.payer.linkId, debit.mandateId);
    await app.moveClock(4 * MINUTE_MS);
    await service.dueJobs.runFor(app.id);
    expect(mandates.abandoned).not.toContain(debit.mandateId);
    await app.moveClock(5 * MINUTE_MS);
    await service.dueJobs.runFor(app.id);
    expect(mandates.abandoned).toContain(debit.mandateId);
    await debit.tell('mandate.closed');
    await debit.reaches('FAILED', 'FAILED');
  });
});

describe('a mandate that goes live', () => {
  it('sets up a link', async () => {
    const debit = await Debit.confirmed(setupBody());
    await debit.tell('mandate.succeeded');
    await debit.reaches('SUCCEEDED', null);
    const [event] = await app.rows<{ payload: object }>(
      `SELECT payload FROM outbox WHERE event_name = 'payment_link.setup_succeeded'`,
    );
    expect(event?.payload).toMatchObject({
      mandate_id: debit.mandateId,
      payment_method_id: mandates.drafts.get(debit.mandateId)?.payment_method_id,
    });
    expect((await debit.payer.view()).status).toBe('SETUP_SUCCEEDED');
  });

  it('is charged at once; the link is PAID when the bank executes the charge', async () => {
    const debit = await Debit.confirmed();
    await debit.tell('mandate.succeeded');
    const waiting = await debit.reaches('CAPTURING', 'SUBMITTED');
    expect(waiting).toMatchObject({ session_status: 'PROCESSING', money_moved: 'UNKNOWN' });
    expect(mandates.charged).toHaveLength(1);
    await debit.tell('mandate.succeeded');
    await debit.tellOfCharge({ bank_status: 'EXECUTED' });
    const paid = await debit.reaches('SUCCEEDED', 'EXECUTED');
    expect(paid).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    await debit.tellOfCharge({ bank_status: 'FAILED' });
    await debit.tellOfCharge({ bank_status: 'EXECUTED' });
    const [books] = await app.rows<{ transfers: number }>(
      `SELECT count(*) AS transfers FROM ledger_transfers WHERE kind = 'PAYMENT'`,
    );
    expect([books?.transfers, mandates.charged.length]).toEqual([1, 1]);
  });

  it('that cannot be charged leaves the link open for another try', async () => {
    const debit = await Debit.confirmed();
    await debit.tell('mandate.succeeded');
    await debit.reaches('CAPTURING', 'SUBMITTED');
    const error = {
      ...mandateEvents['mandate.failed'].example.error,
      error_code: 'INSUFFICIENT_FUNDS',
    };
    await debit.tellOfCharge({ bank_status: 'FAILED', error });
    const failed = await debit.reaches('FAILED', 'FAILED');
    expect(failed.attempt?.error?.error_code).toBe('INSUFFICIENT_FUNDS');
    expect(failed).toMatchObject({ status: 'CREATED', money_moved: 'NO' });
    expect((await chooseType(debit.payer, 'CARD')).status).toBe(200);
  });

  it('pays the link with money that arrives after a failure, while no other attempt is open', async () => {
    const debit = await Debit.confirmed();
    await debit.tell('mandate.succeeded');
    await debit.reaches('CAPTURING', 'SUBMITTED');
    await debit.tellOfCharge({ bank_status: 'FAILED' });
    await debit.reaches('FAILED', 'FAILED');
    await debit.tellOfCharge({ bank_status: 'EXECUTED' });
    expect((await debit.reaches('SUCCEEDED', 'EXECUTED')).status).toBe('PAID');
  });

  it('returns money that arrives for an ended link, once', async () => {
    const debit = await Debit.confirmed();
    await debit.tell('mandate.succeeded');
    await debit.reaches('CAPTURING', 'SUBMITTED');
    await debit.tellOfCharge({ bank_status: 'FAILED' });
    await debit.reaches('FAILED', 'FAILED');
    await app.send(`POST /payment_links/${debit.payer.linkId}/cancel`);
    await debit.tellOfCharge({ bank_status: 'EXECUTED' });
    await debit.tellOfCharge({ bank_status: 'EXECUTED' });
    await eventually(
      async () => (await app.rows(`SELECT 1 FROM refunds WHERE status = 'SUBMITTED'`)).length === 1,
      { deadlineMs: 30_000 },
    );
    expect(await debit.attempts()).toMatchObject([{ status: 'FAILED', payment_status: 'FAILED' }]);
    const transfers = await app.rows(`SELECT 1 FROM ledger_transfers WHERE amount = 12500`);
    expect(transfers).toHaveLength(1);
  });
});

/** As after an operator discarded a message that could not be handled. */
describe('an event that never comes', () => {
  const UNHEARD_MS = 6 * 60 * MINUTE_MS + 1_000;
  afterEach(() => {
    mandates.bankStatus = 'PENDING';
  });

  async function later(hours: number): Promise<void> {
    await app.moveClock(hours * UNHEARD_MS);
    await service.dueJobs.runFor(app.id);
  }

  it('about a live mandate and about its charge is replaced by requests within hours', async () => {
    const debit = await Debit.confirmed();
    mandates.statuses.set(debit.mandateId, 'SUBMITTED');
    await debit.rests();
    await later(1);
    expect(await debit.attempts()).toMatchObject([{ status: 'CONFIRMED' }]);
    mandates.statuses.set(debit.mandateId, 'SUCCEEDED');
    await later(2);
    await debit.reaches('CAPTURING', 'SUBMITTED');
    mandates.bankStatus = 'EXECUTED';
    await later(3);
    const paid = await debit.reaches('SUCCEEDED', 'EXECUTED');
    expect(paid).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    await debit.tellOfCharge({ bank_status: 'EXECUTED' });
    await later(4);
    const transfers = await app.rows(`SELECT 1 FROM ledger_transfers WHERE kind = 'PAYMENT'`);
    expect(transfers).toHaveLength(1);
    expect(mandates.abandoned).not.toContain(debit.mandateId);
  });

  it.each(['FAILED', 'REVOKED', 'CANCELLED', 'CLOSED'])(
    'of a mandate that is %s leaves the link to try again',
    async (status) => {
      const debit = await Debit.confirmed();
      await debit.rests();
      mandates.statuses.set(debit.mandateId, status);
      await later(1);
      const view = await debit.reaches('FAILED', 'FAILED');
      expect(view).toMatchObject({ status: 'CREATED', money_moved: 'NO' });
    },
  );

  it('of a charge that failed frees the link', async () => {
    const debit = await Debit.confirmed();
    await debit.tell('mandate.succeeded');
    await debit.reaches('CAPTURING', 'SUBMITTED');
    await later(1);
    expect(await debit.attempts()).toMatchObject([{ payment_status: 'SUBMITTED' }]);
    mandates.bankStatus = 'FAILED';
    await later(2);
    expect(await debit.reaches('FAILED', 'FAILED')).toMatchObject({ status: 'CREATED' });
  });
});
