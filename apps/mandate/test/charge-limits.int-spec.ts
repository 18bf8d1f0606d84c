/** @proves promise-4 */
import {
  DomainError,
  newId,
  type CustomerAppId,
  type MandateId,
  type PaymentId,
} from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byValues, createPool, PgTransactions, type Transactions } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import fc from 'fast-check';
import pg from 'pg';
import { DirectDebitRegistry } from '../src/banks/direct-debit/direct-debit-registry.js';
import {
  BankUnavailable,
  CHARGE_NOT_SEEN,
  type DirectDebitAnswer,
  type DirectDebitConnector,
} from '../src/banks/direct-debit/ports.js';
import { ChargesReads } from '../src/charging/charges/charges.reads.js';
import { ChargesService } from '../src/charging/charges/charges.service.js';
import { DebitConversation } from '../src/charging/debits/debit.conversation.js';
import { directDebits } from '../src/charging/charges/direct-debit.table.js';
import type { ChecklistsService } from '../src/mandates/checklists/checklists.service.js';
import type { ConsentsService } from '../src/mandates/consents/consents.service.js';
import { MandatesReads } from '../src/mandates/mandates/mandates.reads.js';
import { MandatesService } from '../src/mandates/mandates/mandates.service.js';
import type { PartiesService } from '../src/mandates/parties/parties.service.js';
import { mandateMigrations } from '../src/migrations/index.js';

const POOLS = 4;
const CONNECTIONS = 16;
const app = newId<CustomerAppId>(new Date());
const bank = {
  appType: 'TEST',
  integrationId: 'GW3',
  connector: 'sandbox',
} as DirectDebitConnector;

let database: TestDatabase;
let admin: pg.Client;
/** As many processes have them: pools of their own over one database. */
let pools: pg.Pool[];
let processes: Transactions[];
const banks = new DirectDebitRegistry([bank]);
const mandates = new MandatesService(
  {} as Transactions,
  {} as ConsentsService,
  {} as ChecklistsService,
);
const charges = new ChargesService(mandates, banks);

beforeAll(async () => {
  database = await testDatabase('mandate', mandateMigrations);
  admin = new pg.Client({ connectionString: database.urls.owner });
  await admin.connect();
  const limits = { size: CONNECTIONS };
  pools = Array.from({ length: POOLS }, (_, index) =>
    createPool({ url: database.urls.app, name: `process ${index}`, limits }),
  );
  processes = pools.map((appPool) => new PgTransactions({ appPool, workerPool: appPool }));
  await inTables(`INSERT INTO customer_app_views (customer_app_id, name, app_type, status,
      credential_generation, clock_offset_ms, sequence)
    VALUES ('${app}', 'Shop', 'TEST', 'ENABLED', 1, 0, 1)`);
});
afterAll(async () => {
  await Promise.all((pools ?? []).map((pool) => pool.end()));
  await admin?.end();
  await database?.drop();
});

/** As the owner, past the policies that bind it too. */
async function inTables(sql: string): Promise<void> {
  const tables = [
    'customer_app_views',
    'mandates',
    'mandate_submissions',
    'mandate_usage',
    'direct_debits',
  ];
  for (const table of tables) await admin.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  try {
    await admin.query(sql);
  } finally {
    for (const table of tables) await admin.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  }
}

interface Limits {
  readonly perCharge: number;
  readonly amount: number | null;
  readonly count: number | null;
}

/** A mandate that the bank accepted. */
async function accepted({ perCharge, amount, count }: Limits): Promise<MandateId> {
  const id = newId<MandateId>(new Date());
  const period = amount === null && count === null ? 'NULL' : `'YEARLY'`;
  await inTables(`INSERT INTO mandates (customer_app_id, mandate_id, payment_method_id, status,
      live, user_id, external_user_id, sender_type, recipient_account_id, currency, start_date,
      max_transaction_amount, max_period_amount, max_period_count, period, sequence, created_at,
      updated_at)
    VALUES ('${app}', '${id}', '${newId(new Date())}', 'SUCCEEDED', false, 'user', 'user-1',
      'INDIVIDUAL', 'account', 'HKD', '2020-01-01', ${perCharge}, ${amount}, ${count}, ${period},
      1, now(), now())`);
  await inTables(`INSERT INTO mandate_submissions (customer_app_id, mandate_id, reference,
      integration_id, connector, sent_at, follow_ups_asked, created_at)
    VALUES ('${app}', '${id}', '${id}', 'GW3', 'sandbox', now(), 0, now())`);
  return id;
}

const processOf = (index: number): Transactions => {
  const chosen = processes[index % POOLS];
  if (!chosen) throw new Error('no process');
  return chosen;
};

/** The code of the refusal; null when the charge was reserved. */
async function charge(
  mandateId: MandateId,
  amount: number,
  { index = 0, paymentId = newId<PaymentId>(new Date()) } = {},
): Promise<string | null> {
  try {
    const order = { mandateId, paymentId, amount, currency: 'HKD' };
    await processOf(index).forApp(app, (tx) => charges.reserve(tx, order, { begin: true }));
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Whether the mandate is listed as chargeable at this moment. */
async function isOffered(mandateId: MandateId, amount: number): Promise<boolean> {
  const db = processOf(0);
  const reads = new ChargesReads(db, new MandatesReads(db, {} as PartiesService), banks);
  const asked = { customer_app_id: app, user_id: 'user', amount, currency: 'HKD' };
  const { mandates: offered } = await reads.chargeable(asked);
  return offered.some(({ mandate_id: id }) => id === mandateId);
}

async function tell(
  paymentId: PaymentId,
  bankStatus: DirectDebitAnswer['bankStatus'],
): Promise<void> {
  const answering = new DirectDebitRegistry([
    {
      ...bank,
      findCharge: async () => ({ ...CHARGE_NOT_SEEN, bankStatus }),
      charge: () => Promise.reject(new BankUnavailable('GW3', { reason: 'not of this spec' })),
    } as unknown as DirectDebitConnector,
  ]);
  const log = { warn: () => undefined } as unknown as Logger;
  await new DebitConversation(processOf(0), log, charges, answering).start(app, paymentId);
}

async function used(mandateId: MandateId): Promise<{ amount: number; count: number }> {
  const [row] = await processOf(0).forApp(app, (tx) =>
    tx.query<{ amount: string; count: string }>(
      byValues(`SELECT used_amount AS amount, used_count AS count FROM mandate_usage
       WHERE mandate_id = $1`),
      [mandateId],
    ),
  );
  return { amount: Number(row?.amount ?? 0), count: Number(row?.count ?? 0) };
}

const MANY = 64;
const atOnce = (mandateId: MandateId, amount: (index: number) => number) =>
  Promise.all(
    Array.from({ length: MANY }, (_, index) => charge(mandateId, amount(index), { index })),
  );
const granted = (codes: readonly (string | null)[]) => codes.filter((code) => code === null).length;

describe('64 charges at once, from several processes', () => {
  it('never exceed the count of a period', async () => {
    const mandateId = await accepted({ perCharge: 100, amount: null, count: 10 });
    const codes = await atOnce(mandateId, () => 100);
    expect(granted(codes)).toBe(10);
    expect(new Set(codes)).toEqual(new Set([null, 'TRANSACTION_LIMIT_EXCEEDED']));
    expect(await used(mandateId)).toEqual({ amount: 1_000, count: 10 });
  });

  it('never exceed the amount of a period, and use as much of it as fits', async () => {
    const mandateId = await accepted({ perCharge: 100, amount: 1_050, count: null });
    expect(granted(await atOnce(mandateId, () => 100))).toBe(10);
    expect(await used(mandateId)).toEqual({ amount: 1_000, count: 10 });
    expect(await charge(mandateId, 50)).toBeNull();
    expect(await charge(mandateId, 1)).toBe('TRANSACTION_LIMIT_EXCEEDED');
  });

  it('are one charge when they are for one payment', async () => {
    const mandateId = await accepted({ perCharge: 100, amount: 100, count: 1 });
    const paymentId = newId<PaymentId>(new Date());
    const codes = await Promise.all(
      Array.from({ length: MANY }, (_, index) => charge(mandateId, 100, { index, paymentId })),
    );
    expect(granted(codes)).toBe(MANY);
    expect(await used(mandateId)).toEqual({ amount: 100, count: 1 });
  });

  it('either come before a revocation or are refused', async () => {
    const mandateId = await accepted({ perCharge: 100, amount: null, count: MANY });
    const revoking = processOf(1).forApp(app, async (tx) => {
      const mandate = await mandates.lock(tx, mandateId);
      if (!mandate) throw new Error('no mandate');
      await tx.query(byValues(`UPDATE mandates SET status = 'REVOKED' WHERE mandate_id = $1`), [
        mandateId,
      ]);
      return tx.query<{ count: string }>(
        byValues('SELECT count(*) AS count FROM direct_debits WHERE mandate_id = $1'),
        [mandateId],
      );
    });
    const [codes, [before]] = await Promise.all([atOnce(mandateId, () => 1), revoking]);
    expect(granted(codes)).toBe(Number(before?.count));
    expect(await charge(mandateId, 1)).toBe('INVALID_MANDATE_STATUS');
  });
});

it('the database itself refuses more than a mandate allows', async () => {
  const mandateId = await accepted({ perCharge: 100, amount: 100, count: 1 });
  await charge(mandateId, 100);
  const forced = inTables(
    `UPDATE mandate_usage SET used_amount = used_amount + 1 WHERE mandate_id = '${mandateId}'`,
  );
  await expect(forced).rejects.toThrow('mandate_usage_within_limits_check');
});

/** What the limits should hold, without a database. */
interface Model {
  readonly limits: Limits;
  readonly open: Map<PaymentId, number>;
  /** Collected by the bank after its room had gone to others. */
  readonly beyond: Map<PaymentId, number>;
}

const limitsOf = fc.record({
  perCharge: fc.integer({ min: 1, max: 60 }),
  amount: fc.option(fc.integer({ min: 1, max: 200 }), { nil: null }),
  count: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
});
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('charge'), value: fc.integer({ min: 1, max: 70 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('FAILED', 'EXECUTED', 'RETURNED'),
      value: fc.nat(),
    }),
  },
);

const hasRoom = ({ limits, open, beyond }: Model, amount: number): boolean => {
  const all = [...open.values(), ...beyond.values()];
  const sum = all.reduce((total, each) => total + each, 0);
  return (
    sum + amount <= (limits.amount ?? Infinity) && all.length + 1 <= (limits.count ?? Infinity)
  );
};
const allowed = (model: Model, amount: number): boolean =>
  amount <= model.limits.perCharge && hasRoom(model, amount);

it('any sequence of charges and answers agrees with a small model', async () => {
  await fc.assert(
    fc.asyncProperty(limitsOf, fc.array(command, { maxLength: 12 }), async (limits, commands) => {
      const mandateId = await accepted(limits);
      const model: Model = { limits, open: new Map(), beyond: new Map() };
      const known: PaymentId[] = [];
      const amounts = new Map<PaymentId, number>();
      for (const step of commands) {
        const paymentId = known[step.value % Math.max(known.length, 1)];
        if (step.do === 'charge') {
          const next = newId<PaymentId>(new Date());
          const may = allowed(model, step.value);
          expect(await isOffered(mandateId, step.value)).toBe(may);
          const code = await charge(mandateId, step.value, { paymentId: next });
          expect(code).toBe(may ? null : 'TRANSACTION_LIMIT_EXCEEDED');
          if (!may) continue;
          known.push(next);
          amounts.set(next, step.value);
          model.open.set(next, step.value);
        } else if (paymentId !== undefined) {
          const before = await statusOf(paymentId);
          await tell(paymentId, step.do as 'FAILED');
          if (ends(before, step.do)) {
            model.open.delete(paymentId);
            model.beyond.delete(paymentId);
          }
          // The bank has the money after all: it counts again, and leaves less room to others.
          const amount = amounts.get(paymentId) ?? 0;
          const counted = hasRoom(model, amount) ? model.open : model.beyond;
          if (before === 'FAILED' && step.do === 'EXECUTED') counted.set(paymentId, amount);
        }
        const sum = [...model.open.values()].reduce((total, each) => total + each, 0);
        if (limits.amount === null && limits.count === null) continue;
        expect(await used(mandateId)).toEqual({ amount: sum, count: model.open.size });
      }
    }),
    { numRuns: 40, verbose: true },
  );
});

/** Whether an answer ends a charge that still counts. */
const ends = (status: string, bankStatus: string): boolean =>
  (bankStatus === 'FAILED' && ['RESERVED', 'SUBMITTED'].includes(status)) ||
  (bankStatus === 'RETURNED' && ['RESERVED', 'SUBMITTED', 'EXECUTED'].includes(status));

async function statusOf(paymentId: PaymentId): Promise<string> {
  const debit = await processOf(0).forApp(app, (tx) => directDebits.find(tx, { paymentId }));
  return debit?.status ?? '';
}

it('a charge without an answer keeps its reservation', async () => {
  const mandateId = await accepted({ perCharge: 10, amount: 10, count: null });
  const paymentId = newId<PaymentId>(new Date());
  await charge(mandateId, 10, { paymentId });
  await tell(paymentId, 'NOT_SEEN');
  expect(await charge(mandateId, 1)).toBe('TRANSACTION_LIMIT_EXCEEDED');
});

describe('money that the bank collected after its charge was abandoned', () => {
  const given = async (amount: number) => {
    const mandateId = await accepted({ perCharge: 100, amount, count: null });
    const late = newId<PaymentId>(new Date());
    await charge(mandateId, 60, { paymentId: late });
    await tell(late, 'FAILED');
    return { mandateId, late };
  };
  const periodBegan = (mandateId: MandateId, day: string) =>
    inTables(`UPDATE mandate_usage SET period_start = '${day}' WHERE mandate_id = '${mandateId}';
      UPDATE direct_debits SET period_start = '${day}' WHERE mandate_id = '${mandateId}'`);

  it('uses up limits of later charges, also if others took its own', async () => {
    const { mandateId, late } = await given(100);
    expect(await charge(mandateId, 50)).toBeNull();
    await tell(late, 'EXECUTED');
    expect(await used(mandateId)).toEqual({ amount: 50, count: 1 });
    expect(await charge(mandateId, 50)).toBe('TRANSACTION_LIMIT_EXCEEDED');
    expect(await charge(mandateId, 1)).toBe('TRANSACTION_LIMIT_EXCEEDED');
    expect(await isOffered(mandateId, 1)).toBe(false);
    await tell(late, 'RETURNED');
    expect(await isOffered(mandateId, 50)).toBe(true);
    expect(await charge(mandateId, 50)).toBeNull();
  });

  it('counts as one of the allowed charges', async () => {
    const mandateId = await accepted({ perCharge: 100, amount: 150, count: 2 });
    const late = newId<PaymentId>(new Date());
    await charge(mandateId, 100, { paymentId: late });
    await tell(late, 'FAILED');
    expect(await charge(mandateId, 100)).toBeNull();
    expect(await isOffered(mandateId, 1)).toBe(true);
    await tell(late, 'EXECUTED');
    expect(await isOffered(mandateId, 1)).toBe(false);
  });

  it('counts in the period of its reservation, not in that of its report', async () => {
    const { mandateId, late } = await given(100);
    await periodBegan(mandateId, '2020-01-01');
    await tell(late, 'EXECUTED');
    expect(await used(mandateId)).toEqual({ amount: 60, count: 1 });
    expect(await charge(mandateId, 100)).toBeNull();
  });
});
