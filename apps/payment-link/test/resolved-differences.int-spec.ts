import type {
  ListResourcesResponse,
  OperatorClaim,
  ReadFiguresResponse,
  SeeResourceResponse,
  TellStoryResponse,
} from '@towpath/contracts/operator';
import { newId } from '@towpath/kernel';
import { OperatorAt } from '@towpath/testing';
import pg from 'pg';
import { CARDS, Payer } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

const HOUR_MS = 3_600_000;
const KIND = 'reconciliation_difference';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let admin: pg.Client;
let app: TestCustomerApp;
let offset = 0;
let paymentId: string;
let differenceId: string;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
}, START_MS);
afterAll(async () => {
  await admin?.end();
  await service?.end();
});
// Each has a payment of HKD 125.01 of which the gateway settled HKD 125.00.
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  offset = 0;
  await service.dueJobs.runFor(app.id);
  const payer = await Payer.of(app, sandbox);
  await payer.pay(CARDS.good);
  paymentId = (await payer.readLink()).payment?.payment_id ?? '';
  await hold(12_501);
  await advance(2 * HOUR_MS);
  const [found] = await rows();
  differenceId = found?.difference_id ?? '';
});

/** What our books say that the payment was. */
async function hold(amount: number): Promise<void> {
  await admin.query('SET session_replication_role = replica');
  const sql = 'UPDATE payments SET amount = $2 WHERE payment_id = $1';
  expect((await admin.query(sql, [paymentId, amount])).rowCount).toBe(1);
}

async function advance(ms: number): Promise<void> {
  offset += ms;
  await sandbox.setClock(app.id, offset);
  await app.moveClock(offset);
  await service.dueJobs.runFor(app.id);
}

interface Row {
  readonly difference_id: string;
  readonly kind: string;
  readonly closed_at: Date | null;
  readonly resolved_by: string | null;
  readonly xmin: string;
}

async function rows(): Promise<Row[]> {
  const sql = `SELECT difference_id, kind, closed_at, resolved_by, xmin::text
    FROM reconciliation_differences WHERE customer_app_id = $1 ORDER BY difference_id`;
  return (await admin.query<Row>(sql, [app.id])).rows;
}
const open = async () => (await rows()).filter(({ closed_at }) => closed_at === null);
const entries = async () => {
  const sql = `SELECT operation, kind, reason, xmin::text FROM audit_entries
    WHERE resource_id = $1 AND act = 'ACTION'`;
  return (await admin.query<{ xmin: string }>(sql, [differenceId])).rows;
};

const operator = (claim: Partial<OperatorClaim> = {}) => {
  const { gateway, internalUrl } = service;
  const at = { service: 'payment-link', gateway, internalUrl } as const;
  return new OperatorAt(at, { role: 'operator', ...claim });
};
const resolving = () =>
  ({ action: 'resolve_difference', customer_app_id: app.id, id: differenceId }) as const;
const figure = async () => {
  const query = { customer_app_id: app.id };
  const { body } = await operator().ask<ReadFiguresResponse>('readFigures', { query });
  return body.figures.find(({ figure: name }) => name === 'RECONCILIATION')?.rows;
};

describe('an operator who looks at a difference', () => {
  it('lists it by status, kind and side, sees both sides, its payment and its story', async () => {
    const listed = async (statuses?: string) => {
      const query = { customer_app_id: app.id, ...(statuses ? { statuses } : {}) };
      const asked = { path: { kind: KIND }, query };
      const { body } = await operator().ask<ListResourcesResponse>('listResources', asked);
      return body.resources.map(({ id }) => id);
    };
    expect(await listed()).toEqual([differenceId]);
    expect(await listed('OPEN,AMOUNT,TWICE,CHARGE')).toEqual([differenceId]);
    for (const none of ['RESOLVED,CLOSED', 'OPEN,TWICE', 'AMOUNT,REFUND', 'UNKNOWN']) {
      expect(await listed(none)).toEqual([]);
    }
    const path = { kind: KIND, customerAppId: app.id, id: differenceId };
    const seen = await operator({ role: 'viewer' }).ask<SeeResourceResponse>('seeResource', {
      path,
    });
    expect(seen.body).toMatchObject({
      status: 'OPEN',
      masked: [],
      body: {
        ...{ kind: 'AMOUNT', side: 'CHARGE', subject: paymentId },
        ours: expect.arrayContaining([{ amount: 12_501, currency: 'HKD' }]) as unknown,
        theirs: [{ amount: 12_500, currency: 'HKD' }],
      },
      related: [{ kind: 'payment', id: paymentId }],
    });
    const story = await operator().ask<TellStoryResponse>('tellStory', { path });
    expect(story.body.entries.map(({ title }) => title)).toEqual(['OPEN']);
  });
});

describe('an operator who resolves a difference', () => {
  it('closes it once, with the entry of the audit in its transaction', async () => {
    expect(await figure()).toMatchObject([{ labels: { kind: 'AMOUNT' }, value: 1 }]);
    const { body: shown } = await operator().preview(resolving());
    expect(shown.effects).toEqual([
      expect.stringMatching(
        `^AMOUNT of CHARGE ${paymentId} at GW1: ours .*HKD 125.01.*, theirs HKD 125.00.$`,
      ),
      'The difference is closed as resolved. No book changes.',
      'It leaves figures and alerts, and comes back if either side changes.',
    ]);
    const action_id = newId(new Date());
    const done = await operator().act(resolving(), { action_id, reason: 'paid back in cash' });
    expect([done.status, done.body.effects]).toEqual([
      200,
      [`AMOUNT of CHARGE ${paymentId} at GW1 is resolved.`],
    ]);
    const [row] = await rows();
    expect(row).toMatchObject({ closed_at: expect.any(Date), resolved_by: 'local:tester' });
    expect(await entries()).toEqual([
      {
        ...{ operation: 'resolve_difference', kind: KIND, reason: 'paid back in cash' },
        xmin: row?.xmin,
      },
    ]);
    expect(await figure()).toEqual([]);
    const again = await operator().act(resolving(), { action_id });
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect(await entries()).toHaveLength(1);
    const path = { kind: KIND, customerAppId: app.id, id: differenceId };
    const story = await operator().ask<TellStoryResponse>('tellStory', { path });
    expect(story.body.entries.map(({ title }) => title)).toEqual(['OPEN', 'OPEN → RESOLVED']);
    const another = await operator().act(resolving());
    expect(another.body.error.details).toMatch(/^It was closed at .* by local:tester.$/);
  });

  it('does not find it again until one side changes, also to what it was', async () => {
    await operator().act(resolving());
    // The hour of the settlement is read again.
    await advance(HOUR_MS);
    expect(await open()).toEqual([]);
    await hold(12_502);
    // Our payments of the day before are compared.
    await advance(26 * HOUR_MS);
    const [found, ...others] = await open();
    expect([found?.kind, found?.difference_id === differenceId, others]).toEqual([
      'AMOUNT',
      false,
      [],
    ]);
  });

  it('is refused after a change, and when both sides agree', async () => {
    const { body: shown } = await operator().preview(resolving());
    await hold(12_503);
    const stale = await operator().act(resolving(), { seen: shown.seen });
    expect([stale.status, stale.body.error.details]).toEqual([
      400,
      'The resource has changed since this was shown: look at it again.',
    ]);
    await hold(12_500);
    const refusal = 'Both sides agree by now: the next comparison closes it.';
    expect((await operator().preview(resolving())).body).toMatchObject({
      is_possible: false,
      refusal,
    });
    const refused = await operator().act(resolving());
    expect([refused.status, refused.body.error.details]).toEqual([400, refusal]);
    await advance(HOUR_MS);
    expect(await rows()).toMatchObject([{ closed_at: expect.any(Date), resolved_by: null }]);
    const closed = await operator().act(resolving());
    expect(closed.body.error.details).toMatch(/^It was closed at .* as both sides agreed.$/);
    expect(await entries()).toEqual([]);
  });

  it('reaches none of another app', async () => {
    const other = await service.customerApp([]);
    const named = await operator().act({ ...resolving(), customer_app_id: other.id });
    expect([named.status, named.body.error.error_code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    const limited = await operator({ apps: [other.id] }).act(resolving());
    expect([limited.status, limited.body.error.error_code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect([await entries(), await open()]).toMatchObject([[], [{ difference_id: differenceId }]]);
  });
});
