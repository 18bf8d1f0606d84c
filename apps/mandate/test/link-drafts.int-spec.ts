import type { DraftMandateRequest } from '@towpath/contracts/internal';
import { newId, type CustomerAppId, type MandateId } from '@towpath/kernel';
import {
  byValues,
  createPool,
  CustomerAppViews,
  PgTransactions,
  type Encryption,
  type PersonalDataVault,
} from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { Pool } from 'pg';
import { ChecklistsService } from '../src/mandates/checklists/checklists.service.js';
import { LinkDraftsService } from '../src/authorizing/link-drafts/link-drafts.service.js';
import type { ConsentsService } from '../src/mandates/consents/consents.service.js';
import { MandatesService } from '../src/mandates/mandates/mandates.service.js';
import { mandateMigrations } from '../src/migrations/index.js';

const DAY_MS = 86_400_000;
const now = new Date();
const customerAppId = newId<CustomerAppId>(now);

let database: TestDatabase;
let pools: ReturnType<typeof createPool>[];
let transactions: PgTransactions;
let drafts: LinkDraftsService;
let mandates: MandatesService;

async function addApp(id: CustomerAppId): Promise<void> {
  await transactions.asWorker((tx) =>
    new CustomerAppViews(pools[0] as Pool).upsert(tx, {
      customerAppId: id,
      name: 'Harbour Books',
      appType: 'TEST',
      status: 'ENABLED',
      credentialGeneration: 1,
      clockOffsetMs: 0,
      clockFrozenAt: null,
      settings: {},
      sequence: 1,
    }),
  );
}

beforeAll(async () => {
  database = await testDatabase('mandate', mandateMigrations);
  const appPool = createPool({ url: database.urls.app, name: 'link-drafts' });
  const workerPool = createPool({ url: database.urls.worker, name: 'link-drafts' });
  pools = [appPool, workerPool];
  transactions = new PgTransactions({ appPool, workerPool });
  const checklists = new ChecklistsService({} as Encryption, {} as PersonalDataVault);
  mandates = new MandatesService(transactions, {} as ConsentsService, checklists);
  drafts = new LinkDraftsService(transactions, mandates);
  await addApp(customerAppId);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database?.drop();
});

function asked(members: Partial<DraftMandateRequest> = {}): DraftMandateRequest {
  return {
    customer_app_id: customerAppId,
    mandate_id: newId(now),
    payment_link_id: newId(now),
    user_id: newId(now),
    external_user_id: 'customer-42',
    user_type: 'INDIVIDUAL',
    recipient_account_id: newId(now),
    live: false,
    currency: 'HKD',
    mandate_details: { transaction_limits: { max_transaction_amount: 500 } },
    metadata: { order: '1001' },
    ...members,
  };
}

const leaves = (mandateId: string) =>
  transactions.forApp(customerAppId, (tx) =>
    drafts.leave(tx, mandateId as MandateId, { reason: 'the payer left it' }),
  );

const found = (mandateId: string) =>
  transactions.forApp(customerAppId, async (tx) => {
    const mandate = await mandates.find(tx, mandateId as MandateId);
    const events = await tx.query<{ event_name: string }>(
      byValues(`SELECT event_name FROM outbox WHERE message_key = $1 ORDER BY sequence`),
      [mandateId],
    );
    return { status: mandate?.status, events: events.map(({ event_name }) => event_name) };
  });

const CLOSED = { status: 'CLOSED', events: ['mandate.created', 'mandate.closed'] };

describe('the draft of a payment link', () => {
  it('is one for all copies of its request', async () => {
    const request = asked();
    const copies = await Promise.all(Array.from({ length: 32 }, () => drafts.draft(request)));
    const [first] = copies;
    expect(new Set(copies.map(({ paymentMethodId }) => paymentMethodId)).size).toBe(1);
    expect(first).toMatchObject({
      mandateId: request.mandate_id,
      paymentLinkId: request.payment_link_id,
      status: 'AUTHORIZATION_REQUIRED',
      maxTransactionAmount: 500,
    });
    expect((await found(request.mandate_id)).events).toEqual(['mandate.created']);
  });

  it('is closed once when its link leaves it, however often that is reported', async () => {
    const request = asked();
    await drafts.draft(request);
    await leaves(request.mandate_id);
    await leaves(request.mandate_id);
    expect(await found(request.mandate_id)).toEqual(CLOSED);
    expect((await drafts.draft(request)).status).toBe('CLOSED');
  });

  it('is closed at the instant when its link left it, also if that is known later', async () => {
    const clocked = newId<CustomerAppId>(now);
    await addApp(clocked);
    const request = asked({ customer_app_id: clocked });
    const { mandateId, createdAt } = await drafts.draft(request);
    const offset = `UPDATE customer_app_views SET clock_offset_ms = $2 WHERE customer_app_id = $1`;
    await transactions.asWorker((tx) => tx.query(byValues(offset), [clocked, 400 * DAY_MS]));
    const at = new Date(createdAt.getTime() + 30 * DAY_MS);
    const closed = await transactions.forApp(clocked, async (tx) => {
      await drafts.leave(tx, mandateId, { reason: 'the payment link expired', at });
      return mandates.find(tx, mandateId);
    });
    expect(closed?.snapshot).toMatchObject({ status: 'CLOSED', updatedAt: at });
  });

  it('is closed also if its link left it before the request for it arrived', async () => {
    const request = asked();
    await leaves(request.mandate_id);
    await leaves(request.mandate_id);
    expect((await drafts.draft(request)).status).toBe('CLOSED');
    expect(await found(request.mandate_id)).toEqual(CLOSED);
  });

  it('is closed when the request and the release arrive at once', async () => {
    const requests = Array.from({ length: 32 }, () => asked());
    await Promise.all(
      requests.flatMap((request, index) => {
        const both = [() => drafts.draft(request), () => leaves(request.mandate_id)];
        return (index % 2 === 0 ? both : both.toReversed()).map((each) => each());
      }),
    );
    const ends = await Promise.all(requests.map(({ mandate_id: id }) => found(id)));
    expect(ends).toEqual(requests.map(() => CLOSED));
  });

  it('is refused for an app of the other type', async () => {
    await expect(drafts.draft(asked({ live: true }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('starts today when the requested day has passed', async () => {
    const start_date = '2020-01-01';
    const { startDate } = await drafts.draft(asked({ mandate_details: { start_date } }));
    expect(startDate).toBe(now.toISOString().slice(0, 'YYYY-MM-DD'.length));
  });
});
