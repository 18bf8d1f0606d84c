import type { PaymentAccountId } from '@towpath/kernel';
import pg from 'pg';
import type { LedgerAccountKind } from '../src/money/ledger/ledger.js';
import { LedgerReads } from '../src/money/ledger/ledger.reads.js';
import { PublishedDispute } from './dispute-events.fixture.js';
import { linkBody, Payer } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let accountId: PaymentAccountId;
let paymentId: string;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
beforeEach(async () => {
  app = await service.customerApp([]);
  accountId = (await app.settlementAccount('HKD')) as PaymentAccountId;
  const payer = await Payer.of(app, {} as TestSandbox, linkBody());
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  paymentId = (await payer.readLink()).payment?.payment_id ?? '';
});
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});

const disputed = (terms: object = {}) =>
  new PublishedDispute(service, app, { payment_id: paymentId, ...terms });

/** What the customer app is owed, what is held, and what the gateway still owes. */
function books(): Promise<number[]> {
  const read = service.app.get(LedgerReads, { strict: false });
  const kinds: LedgerAccountKind[] = ['SETTLEMENT', 'DISPUTED', 'CLEARING'];
  return service.transactions.forApp(app.id, async (tx) => {
    const balances: number[] = [];
    for (const kind of kinds) {
      balances.push(await read.balance(tx, { kind, accountId, currency: 'HKD' }));
    }
    return balances;
  });
}

const paid = () => app.send<{ status: string; dispute_id?: string }>(`GET /payments/${paymentId}`);

describe('the money of a disputed payment', () => {
  it.each([
    ['is held with the fee', ['ACTION_REQUIRED'], [-1_500, 14_000, -12_500]],
    ['stays held', ['ACTION_REQUIRED', 'ACTION_REQUIRED', 'PROCESSING'], [-1_500, 14_000, -12_500]],
    ['is released when WON', ['ACTION_REQUIRED', 'WON'], [12_500, 0, -12_500]],
    ['is gone when LOST', ['UNDEFENDED', 'LOST'], [-1_500, 0, 1_500]],
    ['is gone when ACCEPTED', ['ACTION_REQUIRED', 'ACCEPTED'], [-1_500, 0, 1_500]],
    ['is held again', ['PROCESSING', 'WON', 'ACTION_REQUIRED'], [-1_500, 14_000, -12_500]],
    [
      'is gone once, after a second chargeback',
      ['PROCESSING', 'WON', 'ACTION_REQUIRED', 'LOST'],
      [-1_500, 0, 1_500],
    ],
    ['comes back when LOST is corrected', ['UNDEFENDED', 'LOST', 'WON'], [12_500, 0, -12_500]],
  ] as const)('%s (%j)', async (_name, statuses, expected) => {
    await disputed().moves(...statuses);
    expect(await books()).toEqual(expected);
  });

  it('is no more than was disputed, and the payment shows the dispute', async () => {
    const dispute = disputed({ amount: 2_500, fee_amount: 0 });
    await dispute.moves('ACTION_REQUIRED');
    expect(await books()).toEqual([10_000, 2_500, -12_500]);
    expect((await paid()).body).toMatchObject({ status: 'EXECUTED', dispute_id: dispute.id });
  });

  it('is never more than was paid, over all disputes of the payment', async () => {
    const disputes = [1, 2, 3].map(() => disputed({ amount: 8_000, fee_amount: 0 }));
    await Promise.all(disputes.map((each) => each.moves('ACTION_REQUIRED')));
    expect(await books()).toEqual([0, 12_500, -12_500]);
    await Promise.all(disputes.map((each) => each.moves('LOST')));
    expect(await books()).toEqual([0, 0, 0]);
  });

  it('is never more than was paid, when a win is corrected and another dispute holds it', async () => {
    const [first, second] = [
      disputed({ amount: 8_000, fee_amount: 0 }),
      disputed({ fee_amount: 0 }),
    ];
    await first.moves('ACTION_REQUIRED', 'WON');
    await second.moves('ACTION_REQUIRED');
    await first.moves('LOST');
    expect(await books()).toEqual([0, 12_500, -12_500]);
    // What the second one releases, the first one has lost.
    await second.moves('WON');
    expect(await books()).toEqual([4_500, 0, -4_500]);
  });

  it('is all of the payment when the dispute is in another currency', async () => {
    await disputed({ amount: 900, currency: 'USD', fee_amount: 0 }).moves('ACTION_REQUIRED');
    expect(await books()).toEqual([0, 12_500, -12_500]);
  });

  it('is only the part that the bank or a refund has not taken back already', async () => {
    const client = new pg.Client({ connectionString: service.database.adminUrl });
    await client.connect();
    await client.query(
      `UPDATE payments SET amount_returned = 12000, returned_at = now(), return_reason = 'x'
       WHERE payment_id = $1`,
      [paymentId],
    );
    await client.end();
    await disputed({ fee_amount: 0 }).moves('ACTION_REQUIRED');
    expect(await books()).toEqual([12_000, 500, -12_500]);
  });
});

describe('a dispute that is opened while a refund of the payment is undecided', () => {
  const LOST = [0, 0, 0];
  const contest = () => disputed({ fee_amount: 0 });
  afterEach(() => {
    for (const way of [gateway.drops, gateway.refusals]) way.clear();
  });

  async function refund(amount: number): Promise<void> {
    gateway.drops.add('refund');
    const { body } = await send<{ status: string }>(service.publicUrl, {
      route: `POST /payments/${paymentId}/refunds`,
      token: app.token,
      body: { amount },
      headers: { 'idempotency-key': `refund of ${amount}` },
    });
    expect(body.status).toBe('SUBMITTED');
    gateway.drops.clear();
  }
  async function refundsFail(): Promise<void> {
    gateway.refusals.add('refund');
    await app.moveClock(60_000);
    await service.dueJobs.runFor(app.id);
  }
  async function findings(): Promise<unknown> {
    const token = await service.gateway.signForCommand('payment-link');
    const route = `GET /internal/ledger/verification?customer_app_id=${app.id}`;
    return (await send<{ findings: unknown }>(service.internalUrl, { route, token })).body.findings;
  }

  it.each([
    ['loses all that is disputed', 'LOST', LOST],
    ['loses all that is disputed, when it is accepted', 'ACCEPTED', LOST],
    ['releases all of it', 'WON', [12_500, 0, -12_500]],
  ] as const)('holds all after the refund fails, and %s', async (_name, decision, expected) => {
    await refund(10_000);
    const dispute = contest();
    await dispute.moves('ACTION_REQUIRED');
    expect(await books()).toEqual([0, 2_500, -12_500]);
    await refundsFail();
    expect(await books()).toEqual([0, 12_500, -12_500]);
    await dispute.moves('PROCESSING', decision);
    expect(await books()).toEqual(expected);
    expect(await findings()).toEqual([]);
  });

  it('has lost all when the refund fails after the decision, until it is corrected', async () => {
    await refund(10_000);
    const dispute = contest();
    await dispute.moves('ACTION_REQUIRED', 'LOST');
    expect(await books()).toEqual([0, 0, -10_000]);
    await refundsFail();
    expect(await books()).toEqual(LOST);
    await dispute.moves('WON');
    expect(await books()).toEqual([12_500, 0, -12_500]);
    expect(await findings()).toEqual([]);
  });

  it('leaves the failed refund to the customer app after it is won', async () => {
    await refund(10_000);
    await contest().moves('ACTION_REQUIRED', 'WON');
    await refundsFail();
    expect(await books()).toEqual([12_500, 0, -12_500]);
  });

  it('shares the money of two failed refunds with other disputes, the oldest first', async () => {
    await refund(6_000);
    await refund(6_500);
    const [first, second] = [disputed({ amount: 8_000, fee_amount: 0 }), contest()];
    await first.moves('ACTION_REQUIRED');
    await second.moves('ACTION_REQUIRED');
    expect(await books()).toEqual([0, 0, -12_500]);
    await refundsFail();
    expect(await books()).toEqual([0, 12_500, -12_500]);
    await first.moves('LOST');
    expect(await books()).toEqual([0, 4_500, -4_500]);
    await second.moves('LOST');
    expect(await books()).toEqual(LOST);
    expect(await findings()).toEqual([]);
  });

  it('loses all when the refund fails at the moment of the decision', async () => {
    await refund(10_000);
    const dispute = contest();
    await dispute.moves('ACTION_REQUIRED');
    await Promise.all([refundsFail(), dispute.moves('LOST')]);
    expect(await books()).toEqual(LOST);
    expect(await findings()).toEqual([]);
  });
});
