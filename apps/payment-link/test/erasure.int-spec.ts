/** @proves promise-13 */
import { publicWebhookOf, type ErrorEnvelope, type EventName } from '@towpath/contracts';
import type {
  ListPaymentMethodsResponse,
  PaymentLinkResponse,
  PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import { newId, type PaymentUserId } from '@towpath/kernel';
import { PersonalDataErased, PersonalDataVault } from '@towpath/persistence';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

type Body = PaymentUserResponse & ErrorEnvelope;
type Tombstone = Record<'user_id' | 'erased_at' | 'actor' | 'reason', string> & {
  readonly cancelled_payment_methods: string[];
};

const NAME = 'Zenobia Quill';
const EMAIL = 'zenobia@quill.example';
const PERSONAL = /Zenobia|Quill|5a656e6f626961/i;
const REASON = 'ticket 17';

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

let people = 0;
let sender: { external_user_id: string; name: string; email: string };
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  people += 1;
  sender = { external_user_id: `person-${people}`, name: NAME, email: EMAIL };
});

const link = (members: object = {}) => linkBody({ sender, ...members });
const open = (body: object) => Payer.of(app, {} as TestSandbox, body);
const storing = { payment_setup_options: { future_payments: 'AUTOPAY' } };
const card = { token: 'tok', last4: '4242' };
const erase = (userId: string, members: object = {}) =>
  app.order<Tombstone & ErrorEnvelope>('payment_users/erase', {
    user_id: userId,
    reason: REASON,
    ...members,
  });
const read = (userId: string) => app.send<Body>(`GET /payment_users/${userId}`);
const methodsOf = async (userId: string) => {
  const path = `/payment_users/${userId}/payment_methods`;
  return (await app.send<ListPaymentMethodsResponse>(`GET ${path}`)).body.payment_methods;
};

async function pay(payer: Payer): Promise<string | undefined> {
  const { body } = await payer.select();
  return (await payer.submitToken(body.attempt_id, card)).body.status;
}

/** Somebody who paid a link, stored the card and consented to charges of it. */
async function payingPerson(): Promise<{ userId: string; paid: Payer; methodId: string }> {
  const paid = await open(link(storing));
  expect(await pay(paid)).toBe('PAID');
  const userId = paid.link.sender?.user_id ?? '';
  await app.send(`POST /payment_users/${userId}`, {
    autopay_consent: true,
    metadata: { shelf: `of ${NAME}` },
    next_bill_update: '2026-03-01T00:00:00Z',
  });
  const [method] = await methodsOf(userId);
  return { userId, paid, methodId: method?.payment_method_id ?? '' };
}

async function events(since = 0) {
  const query = 'SELECT event_name, payload, sequence FROM outbox ORDER BY occurred_at, event_id';
  type Row = { event_name: EventName; payload: object; sequence: number };
  return (await app.rows<Row>(query)).slice(since);
}

const code = (error_code: string) => ({ status: 400, body: { error: { error_code } } });

describe('erasing a payment user', () => {
  it('keeps the ID, and a tombstone with operator, time and reason', async () => {
    const { userId, methodId } = await payingPerson();
    expect((await read(userId)).body).toMatchObject({ name: NAME, email: EMAIL });
    const { status, body } = await erase(userId);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        user_id: userId,
        erased_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        actor: 'test',
        reason: REASON,
        cancelled_payment_methods: [methodId],
      },
    });
    expect(await read(userId)).toMatchObject({ status: 200 });
    expect((await read(userId)).body).toEqual({
      user_id: userId,
      external_user_id: sender.external_user_id,
      autopay_consent: false,
      created_at: expect.any(String) as string,
      updated_at: body.erased_at,
    });
    const tombstones = await app.rows(
      'SELECT actor, reason FROM payment_user_erasures WHERE user_id = $1',
      [userId],
    );
    expect(tombstones).toEqual([{ actor: 'test', reason: REASON }]);
  });

  it('keeps every row about money, and shows them without the person', async () => {
    const { userId, paid, methodId } = await payingPerson();
    await app.send('POST /payments', {
      amount: 100,
      currency: 'HKD',
      payment_method_id: methodId,
      payment_details: {},
    });
    const money = () =>
      app.rows(`SELECT (SELECT jsonb_agg(p ORDER BY payment_id) FROM payments p) AS payments,
        (SELECT jsonb_agg(t ORDER BY ledger_transfer_id) FROM ledger_transfers t) AS transfers`);
    const before = await money();
    const paymentId = (await paid.readLink()).payment?.payment_id;
    await erase(userId);
    expect(await money()).toEqual(before);
    for (const route of [
      `GET /payment_users/${userId}`,
      `GET /payment_users/${userId}/payment_methods`,
      `GET /payment_methods/${methodId}`,
      `GET /payment_links/${paid.linkId}`,
      `GET /payments/${paymentId}`,
      'GET /payments',
    ]) {
      const { status, body } = await app.send<object>(route);
      expect([route, status]).toEqual([route, 200]);
      expect(JSON.stringify(body)).not.toMatch(PERSONAL);
    }
    const { body } = await app.send<{ payments: unknown[] }>('GET /payments');
    expect(body.payments).toHaveLength(2);
  });

  it('destroys the key, so that sealed data of the user cannot be read any more', async () => {
    const { userId } = await payingPerson();
    const sealed = () =>
      app.rows<{ sender: string; user: string; key: string | null; hash: string }>(
        `SELECT encode(l.sender_sealed, 'hex') AS sender, encode(u.personal_sealed, 'hex') AS "user",
           u.content_hash AS hash, encode(k.wrapped_key, 'hex') AS key
         FROM payment_links l JOIN payment_users u USING (user_id)
           JOIN personal_data_keys k ON k.subject_id = u.user_id`,
      );
    const [before] = await sealed();
    expect(before?.key).toEqual(expect.any(String));
    await erase(userId);
    expect(await sealed()).toEqual([{ sender: before?.sender, user: '', key: null, hash: '' }]);
    const vault = service.app.get(PersonalDataVault, { strict: false });
    const opening = service.transactions.forApp(app.id, async (tx) =>
      (await vault.keyFor(tx, userId)).decrypt(
        'payment_links.sender_sealed',
        Buffer.from(before?.sender ?? '', 'hex'),
      ),
    );
    await expect(opening).rejects.toThrow(PersonalDataErased);
  });

  it('leaves nothing that confirms a guess: a repeated link order is not recognized', async () => {
    const body = link();
    const first = await app.send<PaymentLinkResponse>('POST /payment_links', body);
    expect((await app.send('POST /payment_links', body)).status).toBe(200);
    await erase(first.body.sender?.user_id ?? '');
    expect(await app.send('POST /payment_links', body)).toMatchObject(code('DUPLICATE_REFERENCE'));
    const kept = await app.rows('SELECT content_hash AS hash FROM payment_links');
    expect(kept).toEqual([{ hash: '' }]);
  });

  it('revokes the consent and cancels stored cards, each with an event', async () => {
    const { userId, methodId } = await payingPerson();
    const before = (await events()).length;
    await erase(userId);
    const names = (await events(before)).map(({ event_name }) => event_name);
    expect(names.toSorted()).toEqual([
      'payment_method.cancelled',
      'payment_user.autopay_consent_revoked',
      'payment_user.erased',
      'payment_user.updated',
    ]);
    expect((await methodsOf(userId)).map((method) => method.card?.status)).toEqual(['CANCELLED']);
    const charge = { amount: 100, currency: 'HKD', payment_method_id: methodId };
    expect((await app.send('POST /payments', { ...charge, payment_details: {} })).status).toBe(400);
    const history = await app.rows(
      `SELECT autopay_consent, source FROM autopay_consent_changes ORDER BY sequence`,
    );
    expect(history.at(-1)).toEqual({ autopay_consent: false, source: 'ERASE' });
  });

  it('puts no personal data into any event or webhook, before or after', async () => {
    const { userId } = await payingPerson();
    await app.send(`POST /payment_users/${userId}`, { name: `${NAME} II` });
    await open(link({ mode: 'PAYMENT' }));
    await erase(userId);
    const all = await events();
    expect(all.length).toBeGreaterThan(10);
    const webhooks = all.map(({ event_name, payload }) =>
      publicWebhookOf(event_name, payload as never),
    );
    expect(webhooks.filter((webhook) => webhook !== null).length).toBeGreaterThan(3);
    expect(JSON.stringify([all, webhooks])).not.toMatch(PERSONAL);
    expect(JSON.stringify([all, webhooks])).not.toContain(REASON);
    const rows = await app.rows<{ text: string }>(`SELECT o::text AS text FROM outbox o`);
    expect(rows.map(({ text }) => text).join()).not.toMatch(PERSONAL);
  });

  it('is seen by every process at once', async () => {
    const replica = await service.replica();
    try {
      const { userId } = await payingPerson();
      const there = async () => {
        const route = `GET /payment_users/${userId}`;
        const { status, body } = await send<Body>(replica.publicUrl, { route, token: app.token });
        return [status, body.name];
      };
      expect(await there()).toEqual([200, NAME]);
      await erase(userId);
      expect(await there()).toEqual([200, undefined]);
    } finally {
      await replica.close();
    }
  });

  it('leaves nothing of the changes and links that it meets', async () => {
    const { userId } = await payingPerson();
    await app.warmUp();
    const updates = Array.from({ length: 16 }, (_, index) =>
      app.send(`POST /payment_users/${userId}`, { name: `${NAME} ${index}` }),
    );
    const links = Array.from({ length: 8 }, () => app.send('POST /payment_links', link()));
    const [erased, ...others] = await Promise.all([erase(userId), ...updates, ...links]);
    expect(erased?.status).toBe(200);
    for (const { status } of others) expect([200, 400]).toContain(status);
    expect((await read(userId)).body).not.toHaveProperty('name');
    const sequences = await app.rows<{ sequence: number }>(
      'SELECT sequence FROM outbox WHERE message_key = $1 ORDER BY sequence',
      [userId],
    );
    expect(sequences).toEqual(sequences.map((_, index) => ({ sequence: index + 1 })));
  });

  it('changes nothing when it is repeated, and returns the first answer', async () => {
    const { userId } = await payingPerson();
    const first = await erase(userId);
    const before = await events();
    const again = await erase(userId, { actor: 'somebody else', reason: 'another' });
    expect(again.body).toEqual({ ...first.body, cancelled_payment_methods: [] });
    expect(await events()).toEqual(before);
    expect(await app.rows('SELECT 1 FROM payment_user_erasures')).toHaveLength(1);
  });

  it('refuses an unknown user', async () => {
    const { userId } = await payingPerson();
    const stranger = await service.customerApp([]);
    const theirs = await stranger.order('payment_users/erase', { user_id: userId, reason: 'x' });
    expect(theirs).toMatchObject(code('PAYMENT_USER_NOT_FOUND'));
    const unknown = await erase(newId<PaymentUserId>(new Date()));
    expect(unknown).toMatchObject(code('PAYMENT_USER_NOT_FOUND'));
    const nowhere = await erase(userId, { customer_app_id: newId(new Date()) });
    expect(nowhere).toMatchObject(code('INVALID_REQUEST'));
    expect(await erase(userId, { reason: '' })).toMatchObject(code('INVALID_REQUEST'));
    expect((await read(userId)).body.name).toBe(NAME);
  });
});

describe('after an erasure', () => {
  it('the external_user_id is refused to users and links, a repeat of an old link too', async () => {
    const user = { external_user_id: sender.external_user_id, name: NAME, email: EMAIL };
    const { body: created } = await app.send<Body>('POST /payment_users', user);
    const body = link();
    const { body: old } = await app.send<PaymentLinkResponse>('POST /payment_links', body);
    await erase(created.user_id);
    for (const again of [user, { ...user, name: 'Somebody Else' }]) {
      const answer = await app.send<Body>('POST /payment_users', again);
      expect(answer).toMatchObject(code('DUPLICATE_REFERENCE'));
      expect(answer.body.error.details).toContain('erased');
    }
    const next = await app.send('POST /payment_links', link());
    expect(next).toMatchObject(code('DUPLICATE_REFERENCE'));
    const repeated = await app.send('POST /payment_links', body);
    expect(repeated).toMatchObject(code('DUPLICATE_REFERENCE'));
    const { body: kept } = await app.send<PaymentLinkResponse>(
      `GET /payment_links/${old.payment_link_id}`,
    );
    expect(kept.sender).not.toHaveProperty('name');
  });

  it('nothing is kept of the person any more', async () => {
    const { userId } = await payingPerson();
    await erase(userId);
    const update = await app.send(`POST /payment_users/${userId}`, { name: NAME });
    expect(update).toMatchObject(code('INVALID_REQUEST'));
    const [account] = await app.rows<{ account_id: string }>(
      'SELECT account_id FROM payment_accounts',
    );
    const imported = await app.send(`POST /payment_users/${userId}/payment_methods`, {
      payment_method_type: 'CARD',
      card: {
        card_details: { brand: 'Visa', last4: '4242', currency: 'HKD' },
        recipient_account: { account_id: account?.account_id },
        status: 'SUCCEEDED',
      },
    });
    expect(imported).toMatchObject(code('INVALID_REQUEST'));
    expect((await read(userId)).body).not.toHaveProperty('name');
  });

  it('their accounts stay, without holder, number and metadata, and take no other', async () => {
    const { userId } = await payingPerson();
    const account = {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: NAME,
      institution_id: 'testbank',
      user_id: userId,
      account_number: { type: 'LOCAL', number: '012-345678-833' },
      metadata: { nickname: NAME },
    };
    const { body: kept } = await app.send<{ account_id: string }>(
      'POST /payment_accounts',
      account,
    );
    await erase(userId);
    expect(await app.send('POST /payment_accounts', account)).toMatchObject(
      code('INVALID_REQUEST'),
    );
    const rows = await app.rows<{ account_id: string }>(
      'SELECT account_id, metadata FROM external_accounts',
    );
    expect(rows).toEqual([{ account_id: kept.account_id, metadata: null }]);
    const route = `GET /payment_users/${userId}/payment_accounts`;
    expect((await app.send<object>(route)).body).toMatchObject({
      payment_accounts: [{ account_id: kept.account_id, institution_id: 'testbank' }],
    });
    expect(JSON.stringify((await app.send<object>(route)).body)).not.toMatch(PERSONAL);
  });

  it('refuses an account that is added at the same time, or erases it too', async () => {
    const { userId } = await payingPerson();
    await app.warmUp();
    const additions = Array.from({ length: 16 }, (_, index) =>
      app.send('POST /payment_accounts', {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: NAME,
        institution_id: 'testbank',
        user_id: userId,
        metadata: { nickname: `${NAME} ${index}` },
      }),
    );
    const [erased, ...added] = await Promise.all([erase(userId), ...additions]);
    expect(erased?.status).toBe(200);
    for (const { status } of added) expect([200, 400]).toContain(status);
    const left = await app.rows('SELECT 1 FROM external_accounts WHERE metadata IS NOT NULL');
    expect(left).toEqual([]);
  });

  it('an open link is paid without the name, and stores no card', async () => {
    const payment_setup_options = {
      future_payments: 'AUTOPAY',
      autopay_enrollment_configuration: {
        display_enrollment_screen: true,
        enrollment_prefill_value: 'NO',
      },
    };
    const waiting = await open(link({ payment_setup_options }));
    const setUp = await open(setupBody({ sender }));
    const userId = waiting.link.sender?.user_id ?? '';
    await erase(userId);
    expect((await waiting.readLink()).status).toBe('CREATED');
    await waiting.call('POST /autopay_enrollment', { autopay_consent: true });
    expect(await pay(waiting)).toBe('PAID');
    expect((await waiting.readLink()).sender).not.toHaveProperty('name');
    expect(await methodsOf(userId)).toEqual([]);
    expect((await read(userId)).body.autopay_consent).toBe(false);
    expect(await setUp.select()).toMatchObject(code('INVALID_REQUEST'));
  });

  it('does not store a card whose set-up was under way', async () => {
    const waiting = await open(link(storing));
    const { body: attempt } = await waiting.select();
    const userId = waiting.link.sender?.user_id ?? '';
    const { body } = await erase(userId);
    expect(body.cancelled_payment_methods).toHaveLength(1);
    await waiting.submitToken(attempt.attempt_id, card);
    const statuses = (await methodsOf(userId)).map((method) => method.card?.status);
    expect(statuses).toEqual(['CANCELLED']);
  });
});
