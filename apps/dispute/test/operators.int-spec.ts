import type {
  FindResourcesResponse,
  ListAuditEntriesResponse,
  ListResourcesResponse,
  OperatorClaim,
  SeeResourceResponse,
  TellStoryResponse,
  UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { newId } from '@towpath/kernel';
import { OperatorAt } from '@towpath/testing';
import pg from 'pg';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';
import { StandInProcessor } from './stand-in-processor.fixture.js';

let service: TestDisputes;
let processor: StandInProcessor;
let app: TestApp;
let other: TestApp;
let dispute: DisputeResponse;
beforeAll(async () => {
  processor = await StandInProcessor.start();
  service = await TestDisputes.start({ sandboxUrl: processor.url });
  app = await service.customerApp();
  other = await service.customerApp();
  dispute = await contested(app);
  await contested(other);
}, START_MS);
afterAll(async () => {
  await service?.end();
  await processor?.stop();
});

async function contested(of: TestApp): Promise<DisputeResponse> {
  const paymentId = service.payments.add(of);
  const body = gw1Body({ app: of, paymentId, amount: 12_500 });
  processor.keep(body);
  await service.notify('gw1', signed('gw1', body));
  const [found] = await of.disputes();
  if (!found) throw new Error('the dispute did not arrive');
  return found;
}

const as = (claim: Partial<OperatorClaim> = {}) => {
  const { gateway, internalUrl } = service;
  return new OperatorAt({ service: 'dispute', gateway, internalUrl }, claim);
};
const place = () => ({ kind: 'dispute', customerAppId: app.id, id: dispute.dispute_id });
const today = () => new Date().toISOString().slice(0, 10);
const refused = (answer: { status: number; body: { error: { error_code: string } } }) => [
  answer.status,
  answer.body.error.error_code,
];

describe('an operator who searches disputes', () => {
  const found = async (query: Record<string, string>, claim: Partial<OperatorClaim> = {}) => {
    const { body } = await as(claim).ask<FindResourcesResponse>('findResources', { query });
    return body.results.map(({ kind, customer_app_id, id }) => [kind, customer_app_id, id]);
  };

  it('finds one by its ID, by the references of processor and app, and by its amount', async () => {
    const it = [['dispute', app.id, dispute.dispute_id]];
    const reference = dispute.payment_processor_dispute_reference ?? '';
    expect(await found({ by: 'id', text: dispute.dispute_id })).toEqual(it);
    expect(await found({ by: 'reference', text: reference })).toEqual(it);
    const amount = { amount: String(dispute.amount), currency: dispute.currency };
    const days = { date_from: today(), date_to: '2099-01-01' };
    const query = { by: 'amount', text: 'x', ...amount, ...days };
    expect(await found(query)).toHaveLength(2);
    expect(await found({ ...query, amount: '1' })).toEqual([]);
    expect(await found({ by: 'email', text: 'ada@example.com' })).toEqual([]);
  });

  it('finds one by evidence of it', async () => {
    const evidence = newId(new Date());
    await service.query(
      `INSERT INTO dispute_evidence (customer_app_id, evidence_id, dispute_id, round, user_id,
         digest, media_type, size_bytes, pages, added_at, stored_at)
       VALUES ($1, $2, $3, 1, 'U', 'x', 'application/pdf', 1, 1, now(), now())`,
      [app.id, evidence, dispute.dispute_id],
    );
    const query = { by: 'id', text: evidence };
    expect(await found(query)).toEqual([['dispute', app.id, dispute.dispute_id]]);
    expect(await found(query, { apps: [other.id] })).toEqual([]);
  });

  it('finds those of the apps of the claim alone', async () => {
    const query = { by: 'id', text: dispute.dispute_id };
    expect(await found(query, { apps: [other.id] })).toEqual([]);
    expect(await found(query, { apps: [other.id, app.id] })).toHaveLength(1);
    expect(await found(query, { apps: [] })).toEqual([]);
  });

  it('gets pages of at most a hundred, newest first', async () => {
    const list = (query: Record<string, string>) =>
      as({ purpose: 'find' }).ask<ListResourcesResponse>('listResources', {
        path: { kind: 'dispute' },
        query,
      });
    const first = await list({ limit: '1' });
    const after = first.body.next_cursor ?? '';
    const second = await list({ limit: '1', after });
    const ids = [first, second].map(({ body }) => body.resources[0]?.customer_app_id);
    expect(ids).toEqual([other.id, app.id]);
    expect(refused(await list({ limit: '101' }))).toEqual([400, 'INVALID_REQUEST']);
    const mine = await list({ customer_app_id: app.id, statuses: 'ACTION_REQUIRED,WON' });
    expect(mine.body.resources).toMatchObject([{ id: dispute.dispute_id, amount: 12_500 }]);
    expect((await list({ statuses: 'WON' })).body.resources).toEqual([]);
  });
});

describe('an operator who opens a dispute', () => {
  it('sees what the app sees, what belongs to it, and no comment of the bank', async () => {
    const { status, body } = await as().ask<SeeResourceResponse>('seeResource', { path: place() });
    expect(status).toBe(200);
    const { issuer_comments: comments, ...rest } = dispute;
    expect(body.body).toEqual({ ...rest, ...(comments ? { issuer_comments: '•••' } : {}) });
    expect(body.masked).toEqual(comments ? ['issuer_comments'] : []);
    expect(body.related.map(({ kind }) => kind)).toEqual(['payment', 'payment_user']);
  });

  it('shows its moves, its events and what its processor sent', async () => {
    const { body } = await as().ask<TellStoryResponse>('tellStory', { path: place() });
    expect(body.entries.map(({ entry, title }) => [entry, title])).toEqual(
      expect.arrayContaining([
        ['STATE', 'ACTION_REQUIRED'],
        ['EVENT', 'dispute.chargeback_received'],
        ['CALL_BACK', expect.stringContaining('notification')],
      ]),
    );
    expect(body.is_cut).toBe(false);
  });

  it('finds its moves in the story of its payment too', async () => {
    const path = { ...place(), kind: 'payment', id: dispute.payment_id ?? '' };
    const { body } = await as().ask<TellStoryResponse>('tellStory', { path });
    expect(body.entries).toMatchObject([
      {
        entry: 'STATE',
        title: 'dispute: ACTION_REQUIRED',
        about: { kind: 'dispute', customer_app_id: app.id, id: dispute.dispute_id },
      },
    ]);
  });

  it('sees the newest moves in the story of a payment, also of old disputes', async () => {
    const payment = newId(new Date());
    const many = (table: string, changes: string) =>
      service.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
             'dispute_id', 'dispute ' || n, ${changes}))).*
           FROM ${table} t, generate_series(501, 1, -1) n WHERE t.dispute_id = $1`,
        [dispute.dispute_id],
      );
    const at = `timestamptz '2026-03-03Z' + n * interval '1 minute'`;
    await many(
      'disputes',
      `'payment_id', '${payment}', 'processor_reference', 'D' || n,
      'created_at', ${at}`,
    );
    // The oldest dispute moves last.
    const movedAt = `timestamptz '2026-03-04Z' - n * interval '1 minute'`;
    await many('dispute_state_changes', `'occurred_at', ${movedAt}`);
    const path = { ...place(), kind: 'payment', id: payment };
    const { body } = await as().ask<TellStoryResponse>('tellStory', { path });
    const shown = body.entries.map(({ about }) => about?.id);
    expect([body.is_cut, shown.length, shown[0], shown.at(-1)]).toEqual([
      true,
      500,
      'dispute 500',
      'dispute 1',
    ]);
  });

  it('gets no dispute of another app, and none that does not exist', async () => {
    const apps = [other.id];
    expect(refused(await as({ apps }).ask('seeResource', { path: place() }))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
    const nowhere = { ...place(), id: newId(new Date()) };
    expect(refused(await as().ask('seeResource', { path: nowhere }))).toEqual([
      400,
      'DISPUTE_NOT_FOUND',
    ]);
    const theirs = { ...place(), customerAppId: other.id };
    expect(refused(await as().ask('seeResource', { path: theirs }))).toEqual([
      400,
      'DISPUTE_NOT_FOUND',
    ]);
  });

  it('gets a masked value as admin only, and no other value that way', async () => {
    await service.query(
      `UPDATE disputes SET report = report || '{"issuerComments": {"note": "private"}}'
       WHERE dispute_id = $1`,
      [dispute.dispute_id],
    );
    const { customerAppId: customer_app_id, kind, id } = place();
    const body = { kind, customer_app_id, id, member: 'issuer_comments', reason: 'ticket 4711' };
    const unmask = (role: OperatorClaim['role'], changes: object = {}) =>
      as({ role }).ask<UnmaskMemberResponse>('unmaskMember', { body: { ...body, ...changes } });
    expect((await unmask('admin')).body.value).toBe('{"note":"private"}');
    expect(refused(await unmask('operator'))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(refused(await unmask('admin', { reason: ' ' }))).toEqual([400, 'INVALID_REQUEST']);
    expect(refused(await unmask('admin', { member: 'amount' }))).toEqual([400, 'INVALID_REQUEST']);

    const entries = async (claim: Partial<OperatorClaim>) => {
      const { body: list } = await as({ role: 'admin', ...claim }).ask<ListAuditEntriesResponse>(
        'listAuditEntries',
        { query: { id } },
      );
      return list.entries;
    };
    const entry = {
      subject: 'local:tester',
      act: 'UNMASK',
      members: ['issuer_comments'],
      reason: 'ticket 4711',
    };
    expect(await entries({})).toMatchObject([{ ...entry, customer_app_id, kind, id }]);
    expect(JSON.stringify(await entries({}))).not.toContain('private');
    expect(await entries({ apps: [other.id] })).toEqual([]);
  });
});

describe('the routes of operators', () => {
  const see = (claims: object, claim: Partial<OperatorClaim> = {}) =>
    as(claim).ask('seeResource', { path: place(), claims });

  it.each([
    ['of another service', { sub: 'payment-link' }, 403],
    ['for another service', { aud: 'mandate' }, 401],
    ['of a customer', { token_use: 'customer' }, 403],
    ['without an operator', { operator: undefined }, 403],
    ['with a claim that is none', { operator: { role: 'admin' } }, 403],
    ['that lives longer than a minute', { exp: Math.floor(Date.now() / 1000) + 300 }, 401],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 5 }, 401],
  ])('refuse a token %s', async (_what, claims, status) => {
    expect((await see(claims)).status).toBe(status);
  });

  it('refuse a token that was signed for another purpose', async () => {
    expect((await see({}, { purpose: 'find' })).status).toBe(403);
  });

  it('are the only ones that a token with an operator opens', async () => {
    const token = await service.gateway.signForOperator('dispute', { role: 'admin' });
    const answer = await fetch(`${service.internalUrl}/internal/personal_data_keys/rewrap`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(403);
  });

  it('read as a role that sees no row without apps, and writes none', async () => {
    const grants = await service.query(
      `SELECT DISTINCT privilege_type FROM information_schema.role_table_grants
       WHERE grantee = 'dispute_operator'`,
    );
    expect(grants).toEqual([{ privilege_type: 'SELECT' }]);
    const worker = new pg.Client({ connectionString: service.database.urls.worker });
    await worker.connect();
    try {
      await worker.query('BEGIN');
      await worker.query('SET LOCAL ROLE dispute_operator');
      const count = async (apps: string) => {
        await worker.query(`SELECT set_config('app.operator_apps', $1, true)`, [apps]);
        return (await worker.query('SELECT DISTINCT customer_app_id FROM disputes')).rowCount;
      };
      expect([await count(''), await count(app.id), await count('*')]).toEqual([0, 1, 2]);
    } finally {
      await worker.end();
    }
  });
});
