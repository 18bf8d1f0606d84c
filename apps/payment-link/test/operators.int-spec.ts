import {
  FOUND_IDS,
  searchTermsOf,
  type ListResourcesResponse,
  type OperatorClaim,
  type UnmaskMemberResponse,
} from '@towpath/contracts/operator';
import { newId } from '@towpath/kernel';
import { describeOperatorMatrix } from '@towpath/testing';
import {
  EMAIL,
  KINDS,
  NAME,
  OperatedPayments,
  titles,
  type Kind,
} from './operated-payments.fixture.js';
import type { TestCustomerApp } from './payment-link.fixture.js';
import { linkBody } from './payer.fixture.js';
import { START_MS } from './sandbox.fixture.js';

let payments: OperatedPayments;
let app: TestCustomerApp;
let other: TestCustomerApp;
let ids: OperatedPayments['ids'];
const ACTS = { action: 'resolve_difference', id: 'difference-1' } as const;

beforeAll(async () => {
  payments = await OperatedPayments.start();
  ({ app, other, ids } = payments);
  await app.rows(
    `INSERT INTO reconciliation_differences (customer_app_id, difference_id, app_type,
       integration_id, subject, side, kind, ours, theirs, found_at)
     VALUES ($1, $2, 'TEST', 'GW1', 'nobody', 'CHARGE', 'AMOUNT', '[]', '[]', now())`,
    [app.id, ACTS.id],
  );
}, START_MS);
afterAll(() => payments?.end());

const CARD_MEMBERS = ['card_number_alias', 'fingerprint', 'processor_details.token_id'];
const PAYING_CARD = CARD_MEMBERS.map((each) => `payment_method.card.card_details.${each}`);
const CARD_SECRETS = [
  ...CARD_MEMBERS.map((each) => `card.card_details.${each}`),
  'integration_metadata.gw1_metadata',
];

const refused = (answer: { status: number; body: { error: { error_code: string } } }) => [
  answer.status,
  answer.body.error.error_code,
];

describe('an operator who searches', () => {
  it('finds each resource by its ID', async () => {
    for (const kind of KINDS) {
      expect(await payments.found({ by: 'id', text: ids[kind] })).toEqual([[kind, ids[kind]]]);
      expect(await payments.found({ by: 'id', text: ids[kind] }, { apps: [other.id] })).toEqual([]);
    }
    const settlement = { by: 'id', text: ids.settlement };
    expect(await payments.found(settlement)).toEqual([['payment_account', ids.settlement]]);
  });

  it('finds what an attempt of a payer and an entry of the ledger belong to', async () => {
    const attempt = await payments.found({ by: 'id', text: ids.attempt });
    expect(attempt).toHaveLength(FOUND_IDS.PaymentAttempt.length);
    expect(attempt).toEqual(
      expect.arrayContaining(FOUND_IDS.PaymentAttempt.map((kind) => [kind, ids[kind]])),
    );
    const places = [];
    for (const kind of FOUND_IDS.LedgerTransfer) {
      const [entry] = await app.rows<{ id: string }>(
        `SELECT ledger_transfer_id AS id FROM ledger_transfers WHERE ${kind}_id = $1`,
        [ids[kind]],
      );
      places.push(...(await payments.found({ by: 'id', text: entry?.id ?? '' })));
    }
    for (const kind of FOUND_IDS.LedgerTransfer) expect(places).toContainEqual([kind, ids[kind]]);
    const sought = { by: 'id', text: ids.attempt };
    expect(await payments.found(sought, { apps: [other.id] })).toEqual([]);
  });

  it.each([
    ['zenobia', ['payment_user']],
    ['HKD', ['payment_account']],
    ['order-17', ['payment_link']],
    ['INV-17', ['payment', 'payment_link']],
    ['PAYOUT-9', ['payout']],
    ['bill-17', ['bill']],
    ['Rent of Zenobia Quill', ['incoming_transfer']],
  ] as const)('finds by the reference %s', async (text, kinds) => {
    const results = await payments.found({ by: 'reference', text }, { apps: [app.id] });
    expect(results.map(([kind]) => kind).toSorted()).toEqual(kinds);
  });

  it.each([
    ['payment_user', 'zed@shop.example'],
    ['payment_user', 'Zoe@Shop.example'],
    ['payment_link', '01jq00000000000000000000x1'],
    ['payment_link', '01JQ00000000000000000000X2'],
  ])('finds a %s by a reference that looks like something else: %s', async (kind, text) => {
    const isUser = kind === 'payment_user';
    const sender = { external_user_id: isUser ? text : 'zed', name: 'Zed' };
    const body = linkBody({ amount: 990, sender, ...(!isUser && { unique_reference_id: text }) });
    await other.send('POST /payment_links', body);
    const found: string[][] = [];
    for (const term of searchTermsOf(text, new Date())) {
      const sought = { by: term.by, text: term.text };
      found.push(...(await payments.found(sought, { apps: [other.id] })));
    }
    expect(found.map(([each]) => each)).toEqual([kind]);
  });

  it('finds a payment by what gateways and banks name it', async () => {
    const [row] = await app.rows<{ gateway: string | null; processor: string | null }>(
      `SELECT a.gateway_reference AS gateway, p.processor_reference AS processor
       FROM payments p JOIN payment_attempts a USING (attempt_id) WHERE p.payment_id = $1`,
      [ids.payment],
    );
    expect(row?.processor).toEqual(expect.any(String));
    const names = [row?.gateway, row?.processor].filter((each) => typeof each === 'string');
    for (const text of names) {
      expect(await payments.found({ by: 'reference', text })).toContainEqual([
        'payment',
        ids.payment,
      ]);
    }
  });

  it('finds a person by e-mail address, however it is written, and nothing else by it', async () => {
    const it = [['payment_user', ids.payment_user]];
    expect(await payments.found({ by: 'email', text: EMAIL.toLowerCase() })).toEqual(it);
    expect(await payments.found({ by: 'email', text: 'nobody@quill.example' })).toEqual([]);
    const kept = await app.rows('SELECT email_hash FROM payment_users WHERE user_id = $1', [
      ids.payment_user,
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/quill/i);
  });

  it('finds cards, their payments and accounts by the last four digits', async () => {
    const cards = await payments.found({ by: 'last_four', text: '4242' });
    expect(cards).toContainEqual(['payment', ids.payment]);
    expect(cards).toContainEqual(['payment_method', ids.payment_method]);
    const accounts = await payments.found({ by: 'last_four', text: '8833' });
    expect(accounts).toEqual([['payment_account', ids.payment_account]]);
  });

  it('finds by amount, currency and period', async () => {
    const days = { date_from: '2020-01-01', date_to: '2099-01-01' };
    const query = { by: 'amount', text: 'x', currency: 'HKD', ...days };
    const kinds = (await payments.found({ ...query, amount: '12500' })).map(([kind]) => kind);
    expect(kinds.toSorted()).toEqual(['bill', 'payment', 'payment_link', 'payout']);
    expect(await payments.found({ ...query, amount: '2500' })).toEqual([['refund', ids.refund]]);
    expect(await payments.found({ ...query, amount: '2500', currency: 'USD' })).toEqual([]);
  });
});

describe('an operator who lists', () => {
  const list = (kind: string, query: Record<string, string> = {}) =>
    payments.as().ask<ListResourcesResponse>('listResources', { path: { kind }, query });

  it.each(KINDS)('%s: of one app, page by page, newest first', async (kind) => {
    const all = await list(kind, { customer_app_id: app.id });
    expect(all.status).toBe(200);
    const listed = all.body.resources.map(({ id }) => id);
    expect(listed).toContain(ids[kind]);
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const query = { customer_app_id: app.id, limit: '1', ...(after && { after }) };
      const { body } = await list(kind, query);
      paged.push(...body.resources.map(({ id }) => id));
      after = body.next_cursor;
    } while (after);
    expect(paged).toEqual(listed);
    expect(refused(await list(kind, { limit: '101' }))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('lists both kinds of accounts together', async () => {
    const { body } = await list('payment_account', { customer_app_id: app.id });
    expect(body.resources.map(({ id }) => id)).toEqual([ids.payment_account, ids.settlement]);
  });

  it.each(KINDS.filter((kind) => kind !== 'payment_user' && kind !== 'payment_account'))(
    '%s: with one status, or one of some',
    async (kind) => {
      const { status = '' } = await payments.see(kind);
      for (const statuses of [status, `${status},NONE`]) {
        const { body } = await list(kind, { statuses });
        expect(body.resources.map(({ id }) => id)).toContain(ids[kind]);
      }
      expect((await list(kind, { statuses: 'NONE' })).body.resources).toEqual([]);
    },
  );

  it('refuses a filter that a kind does not have', async () => {
    const answer = await list('payment_user', { statuses: 'NEW' });
    expect(refused(answer)).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('an operator who opens a resource', () => {
  it.each<[Kind, viewer: string[], operator: string[]]>([
    ['payment_user', ['external_user_id', 'name', 'email'], []],
    [
      'payment_account',
      ['accountholder_name', 'accountholder_name_plaintext', 'account_number'],
      ['accountholder_name', 'account_number'],
    ],
    ['payment_method', CARD_SECRETS, CARD_SECRETS],
    [
      'payment_link',
      [
        'metadata',
        'payment_details.description',
        'payment_metadata',
        'sender.email',
        'sender.external_user_id',
        'sender.name',
        'url',
      ],
      ['metadata', 'payment_metadata', 'url'],
    ],
    [
      'payment',
      [
        'metadata',
        'payment_details.description',
        'sender.external_user_id',
        'sender.name',
        ...PAYING_CARD,
      ],
      ['metadata', ...PAYING_CARD],
    ],
    ['refund', ['reason'], []],
    [
      'payout',
      [
        'metadata',
        'payment_details.description',
        'recipient.external_user_id',
        'recipient.name',
        'recipient_account.accountholder_name',
      ],
      ['metadata', 'recipient_account.accountholder_name'],
    ],
    [
      'bill',
      [
        'details.description',
        'external_user_id',
        'integration_metadata.ext_metadata',
        'metadata',
        'sender_details.name',
      ],
      ['integration_metadata.ext_metadata', 'metadata'],
    ],
    ['incoming_transfer', ['reference'], []],
  ])('of kind %s sees what the role may see', async (kind, viewer, operator) => {
    const seen = await payments.see(kind);
    expect(seen.masked.toSorted()).toEqual(viewer.toSorted());
    expect(JSON.stringify(seen)).not.toMatch(/Zenobia|Quill|Chan Tai Man|345678/i);
    expect((await payments.see(kind, { role: 'operator' })).masked.toSorted()).toEqual(
      operator.toSorted(),
    );
    expect((await payments.see(kind, { role: 'admin' })).masked.toSorted()).toEqual(
      operator.toSorted(),
    );
  });

  it.each<[Kind, string[]]>([
    ['payment_user', ['bill', 'payment', 'payment_link', 'payment_method']],
    ['payment_account', ['payment_user', 'payout']],
    ['payment_method', ['payment', 'payment_account', 'payment_link', 'payment_user']],
    ['payment_link', ['payment', 'payment_method', 'payment_user']],
    ['payment', ['payment_account', 'payment_link', 'payment_method', 'payment_user', 'refund']],
    ['refund', ['payment', 'payment_link', 'payment_user']],
    ['payout', ['payment_account', 'payment_account', 'payment_user']],
    ['bill', ['payment_user']],
    ['incoming_transfer', ['payment_account']],
  ])('of kind %s sees what belongs to it, each of which opens', async (kind, kinds) => {
    const { related } = await payments.see(kind);
    expect(related.map((each) => each.kind).toSorted()).toEqual(kinds);
    for (const each of related) await payments.see(each.kind as Kind, {}, each.id);
  });

  it('gets none of another app, and none that does not exist', async () => {
    for (const kind of KINDS) {
      const foreign = payments
        .as({ apps: [other.id] })
        .ask('seeResource', { path: payments.place(kind) });
      expect(refused(await foreign)).toEqual([403, 'INSUFFICIENT_SCOPE']);
      const missing =
        kind === 'incoming_transfer'
          ? [404, 'ROUTE_NOT_FOUND']
          : [400, `${kind.toUpperCase()}_NOT_FOUND`];
      const theirs = { ...payments.place(kind), customerAppId: other.id };
      expect(refused(await payments.as().ask('seeResource', { path: theirs }))).toEqual(missing);
      const nowhere = payments.place(kind, newId(new Date()));
      expect(refused(await payments.as().ask('seeResource', { path: nowhere }))).toEqual(missing);
    }
  });

  it('gets an account number as admin only, for a reason', async () => {
    const { kind, id } = payments.place('payment_account');
    const asked = { kind, id, customer_app_id: app.id, reason: 'ticket 17' };
    const unmask = (role: OperatorClaim['role'], member: string) =>
      payments
        .as({ role })
        .ask<UnmaskMemberResponse>('unmaskMember', { body: { ...asked, member } });
    const { body } = await unmask('admin', 'account_number');
    expect(body.value).toContain('012-345678-833');
    expect((await unmask('operator', 'account_number')).status).toBe(403);
    expect((await unmask('admin', 'institution_id')).status).toBe(400);
  });

  it('gets one member for it, never an object of which they see parts', async () => {
    const { kind, id } = payments.place('payment');
    const asked = { kind, id, customer_app_id: app.id, reason: 'ticket 17' };
    const unmask = async (member: string) => {
      const body = { ...asked, member };
      return (await payments.as({ role: 'admin' }).ask('unmaskMember', { body })).status;
    };
    expect([await unmask('sender'), await unmask('metadata')]).toEqual([400, 200]);
  });
});

describe('a person who was erased', () => {
  it('is not found by the e-mail address, and no resource shows anything of them', async () => {
    const user = { name: NAME, email: 'gone@quill.example', external_user_id: 'gone' };
    const { body } = await app.send<{ user_id: string }>('POST /payment_users', user);
    const account = {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: NAME,
      institution_id: 'testbank',
      user_id: body.user_id,
      account_number_masked: '****1357',
    };
    const kept = await app.send<{ account_id: string }>('POST /payment_accounts', account);
    expect(await payments.found({ by: 'email', text: 'gone@quill.example' })).toHaveLength(1);
    expect(await payments.found({ by: 'last_four', text: '1357' })).toHaveLength(1);
    const erased = await app.order('payment_users/erase', {
      user_id: body.user_id,
      reason: 'asked',
    });
    expect(erased.status).toBe(200);
    expect(await payments.found({ by: 'email', text: 'gone@quill.example' })).toEqual([]);
    expect(await payments.found({ by: 'last_four', text: '1357' })).toEqual([]);
    const admin = { role: 'admin' } as const;
    const seen = await payments.see('payment_user', admin, body.user_id);
    expect(JSON.stringify(seen)).not.toMatch(/Zenobia|Quill/i);
    const bare = await payments.see('payment_account', admin, kept.body.account_id);
    expect(JSON.stringify(bare)).not.toMatch(/Zenobia|Quill|1357/i);
    expect(titles(await payments.story('payment_user', body.user_id))).toContainEqual([
      'STATE',
      'erased',
    ]);
  });
});

describeOperatorMatrix(() => ({
  as: (claim) => payments.as(claim),
  ...payments.place('payment'),
  masked: 'metadata',
  acts: ACTS,
}));
