import { Injectable } from '@nestjs/common';
import type {
  OperatorClaim,
  PerformActionRequest,
  PerformActionResponse,
} from '@towpath/contracts/operator';
import { DomainError, newId, type CustomerAppId, type ErrorCode } from '@towpath/kernel';
import {
  BaseTables,
  byValues,
  createPool,
  CustomerAppViews,
  PgTransactions,
  sqlMigration,
} from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { Pool } from 'pg';
import {
  appOf,
  OperatorAction,
  type ActionTarget,
  type Confirmed,
  type Previewed,
} from './operator-action.js';
import { OperatorActionsService } from './operator-actions.service.js';

const LIMIT = 10_000;
const CreateMoved = sqlMigration(
  'CreateMoved0000000000001',
  () => `CREATE TABLE moved (customer_app_id text NOT NULL, action_id text NOT NULL,
      amount bigint NOT NULL,
      CONSTRAINT moved_pkey PRIMARY KEY (customer_app_id, action_id));
    SELECT pg_temp.tenant_table('moved', worker => 'write');`,
);
const MOVE = byValues('INSERT INTO moved VALUES ($1, $2, $3) ON CONFLICT DO NOTHING');

/** Moves an amount once for each action. */
@Injectable()
class MoveMoney extends OperatorAction {
  readonly name = 'refund_payment';
  seen = 'EXECUTED 1';
  refusal: string | undefined;
  /** Before and after the money moved. */
  before = (): Promise<void> | void => {};
  after = (): Promise<void> | void => {};

  constructor(private readonly db: PgTransactions) {
    super();
  }

  preview({ amount = 1 }: ActionTarget): Promise<Previewed> {
    const { seen, refusal } = this;
    const money = { amount, currency: 'HKD' };
    return Promise.resolve({ effects: ['Money moves.'], seen, refusal, money });
  }

  async perform(target: ActionTarget, { actionId }: Confirmed): Promise<PerformActionResponse> {
    const app = appOf(target);
    await this.before();
    await this.db.forApp(app, (tx) => tx.query(MOVE, [app, actionId, target.amount ?? 1]));
    await this.after();
    return { effects: [`${target.amount ?? 1} moved.`] };
  }

  override aloneUpTo(currency: string): number | undefined {
    return currency === 'HKD' ? LIMIT : undefined;
  }
}

let database: TestDatabase;
let db: PgTransactions;
let admin: Pool;
let pools: Pool[];
beforeAll(async () => {
  database = await testDatabase('specimen', [BaseTables, CreateMoved]);
  const limits = { size: 20 };
  const [appPool, workerPool] = (['app', 'worker'] as const).map((role) =>
    createPool({ url: database.urls[role], name: 'actions', limits }),
  ) as [Pool, Pool];
  admin = createPool({ url: database.adminUrl, name: 'actions admin' });
  pools = [appPool, workerPool, admin];
  db = new PgTransactions({ appPool, workerPool });
});
afterAll(async () => {
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await database?.drop();
});

let app: CustomerAppId;
let action: MoveMoney;
let actions: OperatorActionsService;
/** Limits are of a person: each test has its own. */
let ada: OperatorClaim;
beforeEach(async () => {
  app = newId<CustomerAppId>(new Date());
  const view = { customerAppId: app, name: 'Shop', appType: 'TEST', status: 'ENABLED' } as const;
  const clock = { clockOffsetMs: 0, clockFrozenAt: null };
  const rest = { credentialGeneration: 1, settings: {}, sequence: 1 };
  const views = new CustomerAppViews(pools[0] as Pool);
  await db.asWorker((tx) => views.upsert(tx, { ...view, ...clock, ...rest }));
  action = new MoveMoney(db);
  const discovery = { getProviders: () => [{ instance: action }] };
  actions = new OperatorActionsService(db, discovery as never);
  ada = {
    ...{ subject: `local:${app}`, role: 'operator', apps: [app], session: 'S1', purpose: 'act' },
    authenticated_at: secondsAgo(0),
  };
});

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
const asking = (changes: Partial<PerformActionRequest> = {}): PerformActionRequest => ({
  ...{ action: 'refund_payment', customer_app_id: app, id: 'P1', amount: 100 },
  ...{ action_id: newId(new Date()), seen: 'EXECUTED 1', reason: 'ticket 4711', ...changes },
});
/** Of an action that another operator proposed. */
const approving = (amount: number) => ({
  ...{ proposed_by: 'local:grace', proposed_amount: amount, proposed_currency: 'HKD' },
});
const perform = (changes: Partial<PerformActionRequest> = {}, claim: Partial<OperatorClaim> = {}) =>
  actions.perform({ ...ada, ...claim }, asking(changes));
const needsSecond = async (amount: number) => {
  const request = { action: 'refund_payment', customer_app_id: app, id: 'P1', amount } as const;
  return (await actions.preview(ada, request)).needs_second_person;
};

/** What became of the money, the audit and the actions of the app. */
async function counts() {
  const { rows } = await admin.query<{ moved: string; entries: number; begun: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0) FROM moved WHERE customer_app_id = $1) AS moved,
       (SELECT count(*) FROM audit_entries WHERE customer_app_id = $1)::int AS entries,
       (SELECT count(*) FROM operator_actions WHERE customer_app_id = $1)::int AS begun`,
    [app],
  );
  const [row] = rows;
  return [Number(row?.moved), row?.entries, row?.begun];
}

async function refusedWith(code: ErrorCode, doing: Promise<unknown>): Promise<void> {
  await expect(doing).rejects.toMatchObject({ code });
}

describe('who may act', () => {
  it.each([
    ['a login of 11 minutes ago', { authenticated_at: secondsAgo(660) }],
    ['a login of nobody knows when', { authenticated_at: undefined as never }],
  ])('%s moves no money', async (_what, claim) => {
    await refusedWith('INSUFFICIENT_SCOPE', perform({}, claim));
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('a login of 9 minutes ago does', async () => {
    await perform({}, { authenticated_at: secondsAgo(540) });
    expect(await counts()).toEqual([100, 1, 1]);
  });

  it('nobody approves what they proposed', async () => {
    await refusedWith(
      'INSUFFICIENT_SCOPE',
      perform({}, { ...approving(100), proposed_by: ada.subject }),
    );
    await perform({ amount: LIMIT + 1 }, approving(LIMIT + 1));
    expect(await counts()).toEqual([LIMIT + 1, 1, 1]);
    const { rows } = await admin.query<{ reason: string }>(
      'SELECT reason FROM audit_entries WHERE customer_app_id = $1',
      [app],
    );
    expect(rows).toEqual([{ reason: 'ticket 4711 (proposed by local:grace)' }]);
  });

  it.each([
    ['another amount', { proposed_amount: 99 }],
    ['another currency', { proposed_currency: 'USD' }],
    ['what nobody counted', { proposed_amount: undefined as never }],
  ])('nobody approves %s than was proposed', async (_what, changed) => {
    await refusedWith('INVALID_REQUEST', perform({}, { ...approving(100), ...changed }));
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('nobody acts for an app that is none of theirs, or on what has no app', async () => {
    await refusedWith('INSUFFICIENT_SCOPE', perform({}, { apps: ['another'] }));
    await refusedWith('INVALID_REQUEST', perform({ customer_app_id: undefined as never }));
    await refusedWith('INVALID_REQUEST', perform({ since: new Date().toISOString() }));
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('what one person moves alone in 24 hours', () => {
  it('is the sum of all apps, and an approval does not count', async () => {
    expect([await needsSecond(LIMIT), await needsSecond(LIMIT + 1)]).toEqual([false, true]);
    await perform({ amount: 6_000 });
    await perform({ amount: 9_000 }, approving(9_000));
    expect([await needsSecond(4_000), await needsSecond(4_001)]).toEqual([false, true]);
    await refusedWith('INSUFFICIENT_SCOPE', perform({ amount: 4_001 }));
    await perform({ amount: 4_000 });
    await refusedWith('INSUFFICIENT_SCOPE', perform({ amount: 1 }));
    await perform({ amount: 1 }, { subject: `local:other-${app}` });
    expect(await counts()).toEqual([19_001, 4, 4]);
  });

  it('is free again after a day', async () => {
    await perform({ amount: LIMIT });
    await admin.query(
      `UPDATE operator_actions SET begun_at = begun_at - interval '24 hours 1 second'
       WHERE customer_app_id = $1`,
      [app],
    );
    await perform({ amount: LIMIT });
    expect(await counts()).toEqual([2 * LIMIT, 2, 2]);
  });

  it('is never more, of 32 actions at once', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 32 }, () => perform({ amount: 1_000 })),
    );
    const done = all.filter(({ status }) => status === 'fulfilled');
    expect([done.length, ...(await counts())]).toEqual([10, LIMIT, 10, 10]);
  });

  it('is not used by what was refused', async () => {
    action.before = () => {
      throw new DomainError('INVALID_PAYMENT_STATUS', 'It was refunded meanwhile.');
    };
    const request = { action_id: newId(new Date()), amount: LIMIT };
    await refusedWith('INVALID_PAYMENT_STATUS', perform(request));
    expect(await counts()).toEqual([0, 0, 1]);
    action.before = () => {};
    // It begins again: what was shown must still be so.
    await refusedWith('INVALID_REQUEST', perform({ ...request, seen: 'EXECUTED 0' }));
    await perform(request);
    expect(await counts()).toEqual([LIMIT, 1, 1]);
    await refusedWith('INSUFFICIENT_SCOPE', perform({ amount: 1 }));
  });
});

describe('what was shown', () => {
  it('is what is done: nothing after a change, nothing that is refused', async () => {
    await refusedWith('INVALID_REQUEST', perform({ seen: 'EXECUTED 0' }));
    action.refusal = 'It is not executed.';
    await refusedWith('INVALID_REQUEST', perform());
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('an action that is repeated', () => {
  it('is done once, even if the resource has changed since', async () => {
    let times = 0;
    action.after = () => void (times += 1);
    const request = { action_id: newId(new Date()) };
    const done = await perform(request);
    action.seen = 'EXECUTED 2';
    expect(await perform(request)).toEqual(done);
    expect(await perform({ ...request, reason: 'another reason' })).toEqual(done);
    expect([times, ...(await counts())]).toEqual([1, 100, 1, 1]);
  });

  it('is refused as another action', async () => {
    const request = { action_id: newId(new Date()) };
    await perform(request);
    await refusedWith('IDEMPOTENCY_KEY_REUSED', perform({ ...request, amount: 101 }));
    await refusedWith('IDEMPOTENCY_KEY_REUSED', perform({ ...request, id: 'P2' }));
    expect(await counts()).toEqual([100, 1, 1]);
  });

  it('is refused while the first one is done', async () => {
    const entered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    action.before = () => {
      entered.resolve();
      return released.promise;
    };
    const request = { action_id: newId(new Date()) };
    const first = perform(request);
    await entered.promise;
    await refusedWith('IDEMPOTENCY_REQUEST_IN_PROGRESS', perform(request));
    released.resolve();
    expect(await first).toEqual({ effects: ['100 moved.'] });
    expect(await perform(request)).toEqual({ effects: ['100 moved.'] });
    expect(await counts()).toEqual([100, 1, 1]);
  });

  it('at the same time is one action', async () => {
    const request = { action_id: newId(new Date()), amount: LIMIT };
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => perform(request)));
    for (const each of all) {
      if (each.status === 'fulfilled') expect(each.value).toEqual({ effects: [`${LIMIT} moved.`] });
      else expect(each.reason).toMatchObject({ code: 'IDEMPOTENCY_REQUEST_IN_PROGRESS' });
    }
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await counts()).toEqual([LIMIT, 1, 1]);
  });

  it.each([
    ['an error', new Error('the gateway is silent')],
    ['a refusal', new DomainError('SERVICE_UNAVAILABLE', 'the gateway is silent')],
  ])(
    'goes on after %s in the middle, and the money moves and counts once',
    async (_what, error) => {
      action.after = () => {
        throw error;
      };
      const request = { action_id: newId(new Date()), amount: LIMIT };
      await expect(perform(request)).rejects.toThrow('the gateway is silent');
      expect(await counts()).toEqual([LIMIT, 1, 1]);
      action.after = () => {};
      await refusedWith('INSUFFICIENT_SCOPE', perform({ amount: 1 }));
      action.seen = 'REFUNDED 2';
      expect(await perform(request)).toEqual({ effects: [`${LIMIT} moved.`] });
      expect(await counts()).toEqual([LIMIT, 1, 1]);
    },
  );

  it('goes on after a crash once nobody can be doing it any more', async () => {
    const request = { action_id: newId(new Date()) };
    await perform(request);
    const crashed = `UPDATE operator_actions SET outcome = NULL, lease_until = now() + $2::interval
      WHERE customer_app_id = $1`;
    await admin.query(crashed, [app, '1 minute']);
    await refusedWith('IDEMPOTENCY_REQUEST_IN_PROGRESS', perform(request));
    await admin.query(crashed, [app, '-1 second']);
    expect(await perform(request)).toEqual({ effects: ['100 moved.'] });
    expect(await counts()).toEqual([100, 1, 1]);
  });
});
