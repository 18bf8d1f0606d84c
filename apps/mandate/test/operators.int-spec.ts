import type {
  FindResourcesResponse,
  ListResourcesResponse,
  OperatorClaim,
  SeeResourceResponse,
  TellStoryResponse,
  UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { describeOperatorMatrix } from '@towpath/testing';
import { LoneMandate } from './lone-mandate.fixture.js';

const AT = '2026-03-01T10:00:00.000Z';
const CHARGED = '2026-03-02T10:00:00.000Z';

const app = newId<CustomerAppId>(new Date());
const other = newId<CustomerAppId>(new Date());
const made = () => newId(new Date());
const [mandateId, methodId, userId, accountId, paymentId] = [
  made(),
  made(),
  made(),
  made(),
  made(),
];
const [theirs, CONSENT_ID, SESSION_ID] = [made(), made(), made()];
let service: LoneMandate;
const ACTS = { action: 'resolve_debit_difference', id: 'difference-1' } as const;

beforeAll(async () => {
  service = await LoneMandate.start();
  await insert('customer_app_views', {
    customer_app_id: app,
    name: 'Shop',
    app_type: 'TEST',
    status: 'ENABLED',
    credential_generation: 1,
    clock_offset_ms: 0,
    clock_sequence: 0,
    settings: {},
    sequence: 1,
    updated_at: AT,
  });
  await keepMandate(app, mandateId);
  await keepMandate(other, theirs);
  await keepStory();
  await insert('reconciliation_differences', {
    ...{ customer_app_id: app, app_type: 'TEST', integration_id: 'BANK', difference_id: ACTS.id },
    ...{ subject: 'nobody', side: 'CHARGE', kind: 'AMOUNT', ours: [], theirs: [], found_at: AT },
  });
});
afterAll(() => service?.end());

const insert = (table: string, row: object) => service.insert(table, row);

const keepMandate = (customerAppId: string, id: string, changes: object = {}) =>
  insert('mandates', {
    customer_app_id: customerAppId,
    mandate_id: id,
    payment_method_id: methodId,
    status: 'SUCCEEDED',
    live: false,
    user_id: userId,
    external_user_id: 'customer-42',
    sender_type: 'INDIVIDUAL',
    recipient_account_id: accountId,
    institution_id: 'testbank',
    currency: 'HKD',
    start_date: '2026-03-01',
    description: 'Rent of Ada',
    dda_reference: `DDA-${id}`,
    mandate_bank_reference: `MD-${id}`,
    metadata: { note: 'Ada' },
    sequence: 2,
    created_at: customerAppId === app ? AT : CHARGED,
    updated_at: AT,
    ...changes,
  });

async function keepStory(): Promise<void> {
  const of = { customer_app_id: app, mandate_id: mandateId };
  await insert('mandate_state_changes', {
    ...of,
    sequence: 1,
    from_status: null,
    command: 'create',
    to_status: 'AUTHORIZATION_REQUIRED',
    occurred_at: AT,
  });
  await insert('mandate_checklists', {
    ...of,
    institution: { institutionId: 'testbank', name: 'Test Bank' },
    submitted: { ACCOUNT_IDENTIFICATION: { at: AT, by: 'SERVICE_LINK' } },
    otp_asked: false,
    updated_at: AT,
  });
  await insert('mandate_consents', {
    ...of,
    consent_id: CONSENT_ID,
    given_at: AT,
    given_through: 'SERVICE_LINK',
    text_version: '3',
    text_language: 'en',
    text_sha256: 'x',
    currency: 'HKD',
    start_date: '2026-03-01',
    recorded_at: AT,
  });
  await insert('mandate_submissions', {
    ...of,
    reference: mandateId,
    integration_id: 'GW3',
    connector: 'sandbox',
    sent_at: AT,
    follow_ups_asked: 3,
    created_at: AT,
    bank_reason: { code: 'AM04', text: 'Ada has no money' },
  });
  const debit = { customer_app_id: app, payment_id: paymentId };
  await insert('direct_debits', {
    ...debit,
    mandate_id: mandateId,
    integration_id: 'GW3',
    connector: 'sandbox',
    status: 'EXECUTED',
    amount: 12_500,
    currency: 'HKD',
    reserved: true,
    reinstated: false,
    bank_transaction_reference: 'TX-1',
    sequence: 2,
    follow_ups_asked: 1,
    created_at: CHARGED,
    updated_at: CHARGED,
  });
  const moves = [
    [null, 'reserve', 'RESERVED'],
    ['RESERVED', 'execute', 'EXECUTED'],
  ];
  for (const [index, [from_status, command, to_status]] of moves.entries()) {
    const move = { sequence: index + 1, from_status, command, to_status, occurred_at: CHARGED };
    await insert('direct_debit_state_changes', { ...debit, ...move });
  }
}

const as = (claim: Partial<OperatorClaim> = {}) => service.as(claim);
const place = (customerAppId: string = app) => ({ kind: 'mandate', customerAppId, id: mandateId });
const refused = (answer: { status: number; body: { error: { error_code: string } } }) => [
  answer.status,
  answer.body.error.error_code,
];

describe('an operator who searches mandates', () => {
  it('finds one by its ID, by the references of the bank, and by that of the payer', async () => {
    const found = async (query: Record<string, string>, apps: OperatorClaim['apps'] = '*') => {
      const { body } = await as({ apps }).ask<FindResourcesResponse>('findResources', { query });
      return body.results.map(({ id }) => id);
    };
    expect(await found({ by: 'id', text: mandateId })).toEqual([mandateId]);
    for (const text of [`DDA-${mandateId}`, `MD-${mandateId}`]) {
      expect(await found({ by: 'reference', text })).toEqual([mandateId]);
    }
    const user = { by: 'reference', text: 'customer-42' };
    expect(await found(user)).toEqual([theirs, mandateId]);
    expect(await found(user, [app])).toEqual([mandateId]);
    expect(await found({ by: 'email', text: 'ada@example.com' })).toEqual([]);
  });

  it('finds one by its method, a session, a consent and a debit', async () => {
    await insert('mandate_sessions', {
      ...{ customer_app_id: app, mandate_id: mandateId, session_id: SESSION_ID },
      ...{ used_by: 'CUSTOMER_APP', customizations: {}, created_at: AT },
    });
    const found = async (text: string, apps: OperatorClaim['apps'] = [app]) => {
      const query = { by: 'id', text };
      const { body } = await as({ apps }).ask<FindResourcesResponse>('findResources', { query });
      return body.results.map(({ kind, id }) => [kind, id]);
    };
    for (const id of [methodId, SESSION_ID, CONSENT_ID, paymentId]) {
      expect(await found(id)).toEqual([['mandate', mandateId]]);
    }
    expect(await found(SESSION_ID, [other])).toEqual([]);
  });

  it('lists those of all apps and of one, also by status and currency', async () => {
    const list = (query: Record<string, string>) =>
      as({ purpose: 'find' }).ask<ListResourcesResponse>('listResources', {
        path: { kind: 'mandate' },
        query,
      });
    const ids = async (query: Record<string, string>) =>
      (await list(query)).body.resources.map(({ id }) => id);
    expect(await ids({})).toEqual([theirs, mandateId]);
    expect(await ids({ customer_app_id: app })).toEqual([mandateId]);
    expect(await ids({ statuses: 'SUCCEEDED,FAILED', currency: 'HKD' })).toHaveLength(2);
    expect(await ids({ statuses: 'FAILED' })).toEqual([]);
    expect(await ids({ currency: 'USD' })).toEqual([]);
    expect(refused(await list({ limit: '101' }))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('gets each of one millisecond once, page by page', async () => {
    const busy = newId(new Date());
    const micros = ['001', '003', '000', '002', '003'];
    const ids = micros.map(made);
    for (const [index, id] of ids.entries()) {
      const created_at = `2026-03-01T10:00:00.500${micros[index]}Z`;
      await keepMandate(busy, id, { created_at, payment_method_id: made() });
    }
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const query = { customer_app_id: busy, limit: '1', ...(after && { after }) };
      const { body } = await as().ask<ListResourcesResponse>('listResources', {
        path: { kind: 'mandate' },
        query,
      });
      listed.push(...body.resources.map(({ id }) => id));
      after = body.next_cursor;
    } while (after);
    expect(listed).toEqual([4, 1, 3, 0, 2].map((index) => ids[index]));
  });
});

describe('an operator who cancels a mandate', () => {
  const entries = (id: string) =>
    service.query(
      `SELECT e.operation, e.reason, e.xmin = c.xmin AS together FROM audit_entries e
        LEFT JOIN mandate_state_changes c ON c.mandate_id = $1 AND c.command = 'cancel'
        WHERE e.resource_id = $1 AND e.act = 'ACTION'`,
      [id],
    );
  const cancelling = (id: string) =>
    ({ action: 'cancel_mandate', customer_app_id: app, id }) as const;

  it('is shown what ends, and ends it once, with the entry in the same transaction', async () => {
    const id = made();
    await keepMandate(app, id, { payment_method_id: made() });
    const operator = as({ role: 'operator' });
    expect((await operator.preview(cancelling(id))).body).toMatchObject({
      is_possible: true,
      effects: [
        'The mandate is cancelled, also at its bank: nothing more is charged on it.',
        'Debits that the bank has already are not taken back.',
      ],
      seen: 'SUCCEEDED 2',
      needs_fresh_login: false,
    });
    expect((await operator.act(cancelling(id))).body.effects).toEqual([
      'The mandate is cancelled.',
    ]);
    const entry = { operation: 'cancel_mandate', reason: 'ticket 4711', together: true };
    expect(await entries(id)).toEqual([entry]);
    expect((await operator.preview(cancelling(id))).body.is_possible).toBe(false);
    const stale = await operator.act(cancelling(id), { seen: 'SUCCEEDED 2' });
    expect(stale.status).toBe(400);
    expect(await entries(id)).toEqual([entry]);
  });

  it('is refused what the interface refuses, and gets none of another app', async () => {
    const id = made();
    await keepMandate(app, id, { status: 'SUBMITTED', payment_method_id: made() });
    const operator = as({ role: 'operator' });
    const { refusal } = (await operator.preview(cancelling(id))).body;
    expect(refusal).toEqual(expect.stringContaining('SUBMITTED'));
    expect((await operator.act(cancelling(id))).status).toBe(400);
    const foreign = await operator.act(cancelling(theirs));
    expect([foreign.status, foreign.body.error.error_code]).toEqual([400, 'MANDATE_NOT_FOUND']);
    const limited = await as({ role: 'operator', apps: [other] }).act(cancelling(id));
    expect(limited.status).toBe(403);
    expect(await entries(id)).toEqual([]);
  });
});

describe('an operator who opens a mandate', () => {
  const see = async (role: OperatorClaim['role']) =>
    (await as({ role }).ask<SeeResourceResponse>('seeResource', { path: place() })).body;

  it('sees its terms and its side at the bank, and nobody', async () => {
    const seen = await see('viewer');
    expect(seen.masked.toSorted()).toEqual([
      'bank_reason_text',
      'external_user_id',
      'mandate_details.description',
      'metadata',
    ]);
    expect(seen.body).toMatchObject({
      status: 'SUCCEEDED',
      mandate_details: { currency: 'HKD', dda_reference: `DDA-${mandateId}` },
      integration_id: 'GW3',
      questions_asked: 3,
      bank_reason_code: 'AM04',
    });
    expect(JSON.stringify(seen)).not.toContain('Ada');
    expect((await see('operator')).masked.toSorted()).toEqual(['bank_reason_text', 'metadata']);
    expect(seen.related.map(({ kind, id }) => [kind, id])).toEqual([
      ['payment_user', userId],
      ['payment_method', methodId],
      ['payment_account', accountId],
      ['payment', paymentId],
    ]);
  });

  it('gets the words of the bank as admin', async () => {
    const { customerAppId: customer_app_id, kind, id } = place();
    const body = { kind, customer_app_id, id, member: 'bank_reason_text', reason: 'ticket 4711' };
    const { body: answer } = await as({ role: 'admin' }).ask<UnmaskMemberResponse>('unmaskMember', {
      body,
    });
    expect(answer.value).toBe('"Ada has no money"');
  });

  it('shows checklist, consent, question to the bank and debits', async () => {
    const { body } = await as().ask<TellStoryResponse>('tellStory', { path: place() });
    expect(body.entries.map(({ entry, title, reason }) => [entry, title, reason])).toEqual([
      ['STATE', 'AUTHORIZATION_REQUIRED', undefined],
      ['STATE', 'ACCOUNT_IDENTIFICATION submitted', undefined],
      ['STATE', 'consent given', undefined],
      ['QUESTION', 'sent to GW3', 'AM04'],
      ['QUESTION', 'debit RESERVED', undefined],
      ['STATE', 'debit RESERVED → EXECUTED', undefined],
    ]);
    const last = body.entries.at(-1);
    expect(last?.details).toMatchObject({
      amount: '125.00 HKD',
      bank_transaction_reference: 'TX-1',
    });
    expect(last?.about).toEqual({ kind: 'payment', customer_app_id: app, id: paymentId });
    expect(JSON.stringify(body)).not.toContain('Ada');
  });

  it('shows the newest moves of debits, also of old ones, and that older are left out', async () => {
    const id = made();
    await keepMandate(app, id, { payment_method_id: made() });
    const many = (table: string, changes: string) =>
      service.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
             'payment_id', 'debit ' || n, ${changes}))).*
           FROM ${table} t, generate_series(501, 1, -1) n WHERE t.payment_id = $1`,
        [paymentId],
      );
    await many(
      'direct_debits',
      `'mandate_id', '${id}', 'amount', n,
      'created_at', timestamptz '2026-03-03Z' + n * interval '1 minute'`,
    );
    // The oldest debit moves last.
    const at = `timestamptz '2026-03-04Z' - n * interval '1 minute'`;
    await many('direct_debit_state_changes', `'occurred_at', ${at}`);
    const path = { ...place(), id };
    const { body } = await as().ask<TellStoryResponse>('tellStory', { path });
    const amounts = body.entries.map(({ details }) => details?.['amount']);
    expect([body.is_cut, amounts.length, amounts[0], amounts.at(-1)]).toEqual([
      true,
      500,
      '2.50 HKD',
      '0.01 HKD',
    ]);
    expect(body.entries.every(({ title }) => title.startsWith('debit '))).toBe(true);
  });

  it('gets none of another app', async () => {
    expect(refused(await as().ask('seeResource', { path: place(other) }))).toEqual([
      400,
      'MANDATE_NOT_FOUND',
    ]);
    expect(refused(await as({ apps: [other] }).ask('seeResource', { path: place() }))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ]);
  });
});

describeOperatorMatrix(() => ({ as, ...place(), masked: 'metadata', acts: ACTS }));
