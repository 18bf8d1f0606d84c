/** @proves createPaymentUser, getPaymentUser, updatePaymentUser */
import type { ErrorEnvelope } from '@towpath/contracts';
import type { PaymentUserResponse } from '@towpath/contracts/payment-link';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';

type Body = PaymentUserResponse & ErrorEnvelope;

let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  service = await TestPaymentLink.start();
  app = await service.customerApp();
});
afterAll(() => service.end());

let count = 0;
const aUser = (members: object = {}): object => {
  count += 1;
  return { name: 'Chan Tai Man', external_user_id: `customer-${count}`, ...members };
};
const create = (body: object) => app.send<Body>('POST /payment_users', body);

async function eventsOf(userId: string): Promise<[string, number][]> {
  const rows = await app.rows<{ event_name: string; sequence: number }>(
    `SELECT event_name, sequence FROM outbox WHERE message_key = $1 ORDER BY sequence`,
    [userId],
  );
  return rows.map(({ event_name, sequence }) => [event_name, sequence]);
}

describe('creating a payment user', () => {
  it('answers the user with its e-mail address and tokenized details', async () => {
    const details = [{ details_type: 'HK_ID', values: ['A1234567'] }];
    const asked = aUser({ email: 'tm@example.com', user_details: details, metadata: { a: '1' } });
    const { status, body } = await create(asked);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...asked, user_details: expect.anything() as unknown, autopay_consent: false },
    });
    expect(body.user_details?.[0]?.values).toEqual([expect.stringMatching(/^tok_.{26}$/)]);
    expect((await app.send<Body>(`GET /payment_users/${body.user_id}`)).body).toEqual(body);
  });

  it('answers a repeat with the same user, other content with DUPLICATE_REFERENCE', async () => {
    const asked = aUser({ email: 'tm@example.com' });
    const first = await create(asked);
    expect((await create(asked)).body.user_id).toBe(first.body.user_id);
    const other = await create({ ...asked, name: 'Somebody else' });
    expect(other).toMatchObject({
      status: 400,
      body: { error: { error_code: 'DUPLICATE_REFERENCE' } },
    });
    expect(await eventsOf(first.body.user_id)).toEqual([['payment_user.created', 1]]);
  });

  it('creates one user however many ask at once', async () => {
    const asked = aUser();
    await app.warmUp();
    const answers = await Promise.all(Array.from({ length: 64 }, () => create(asked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1);
  });

  it('keeps no personal text readable in the database', async () => {
    await create(aUser({ name: 'Wong Siu Ming', email: 'sm@example.com' }));
    const rows = await app.rows<{ text: string }>(`SELECT u::text AS text FROM payment_users u`);
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map((row) => row.text).join();
    expect(text).not.toMatch(/Wong|sm@example|57 6f 6e 67|576f6e67/);
  });

  it('publishes the consent that it was created with', async () => {
    const { body } = await create(aUser({ autopay_consent: true }));
    expect(await eventsOf(body.user_id)).toEqual([
      ['payment_user.created', 1],
      ['payment_user.autopay_consent_granted', 2],
    ]);
    const history = await app.rows(
      `SELECT autopay_consent, source FROM autopay_consent_changes WHERE user_id = $1`,
      [body.user_id],
    );
    expect(history).toEqual([{ autopay_consent: true, source: 'CREATE' }]);
  });
});

describe('updating a payment user', () => {
  it('changes given members, clears null members and keeps the rest', async () => {
    const { body: user } = await create(aUser({ email: 'tm@example.com', metadata: { a: '1' } }));
    const update = await app.send<Body>(`POST /payment_users/${user.user_id}`, {
      email: null,
      name: 'New Name',
      autopay_consent: true,
      external_user_id: 'cannot change',
      something_unknown: 1,
    });
    expect(update).toMatchObject({
      status: 200,
      body: {
        name: 'New Name',
        autopay_consent: true,
        metadata: { a: '1' },
        external_user_id: user.external_user_id,
      },
    });
    expect(update.body).not.toHaveProperty('email');
    expect(await eventsOf(user.user_id)).toEqual([
      ['payment_user.created', 1],
      ['payment_user.updated', 2],
      ['payment_user.autopay_consent_granted', 3],
    ]);
  });

  it.each([
    [{ metadata: null }, 'metadata'],
    [{ user_type: null }, 'user_type'],
    [{ name: null }, 'name'],
    [{ next_bill_update: null }, 'next_bill_update'],
  ])('clears %j', async (patch, member) => {
    const { body: user } = await create(aUser({ metadata: { a: '1' }, user_type: 'BUSINESS' }));
    await app.send(`POST /payment_users/${user.user_id}`, {
      next_bill_update: '2026-03-01T00:00:00Z',
    });
    const { body } = await app.send<Body>(`POST /payment_users/${user.user_id}`, patch);
    expect(body).not.toHaveProperty(member);
  });

  it('keeps a member whose text is empty, since that counts as absent', async () => {
    const { body: user } = await create(aUser({ email: 'tm@example.com' }));
    const patch = { email: '', name: '', user_type: '' };
    const { status, body } = await app.send<Body>(`POST /payment_users/${user.user_id}`, patch);
    expect([status, body]).toEqual([200, { ...user, updated_at: body.updated_at }]);
  });

  it.each([
    [{ name: ' \u3000' }, 'name must not be blank'],
    [{ email: 'tm.example.com' }, 'email must be an e-mail address'],
  ])('refuses %j, also in an update', async (patch, details) => {
    const { body: user } = await create(aUser());
    for (const answer of [
      await app.send(`POST /payment_users`, aUser(patch)),
      await app.send(`POST /payment_users/${user.user_id}`, patch),
    ]) {
      const refusal = { error_code: 'INVALID_REQUEST', details: expect.stringContaining(details) };
      expect(answer).toMatchObject({ status: 400, body: { error: refusal } });
    }
  });

  it('numbers the events of concurrent updates without a gap', async () => {
    const { body: user } = await create(aUser());
    const names = Array.from({ length: 20 }, (_, i) => `Name ${i}`);
    const update = (name: string) => app.send(`POST /payment_users/${user.user_id}`, { name });
    await Promise.all(names.map(update));
    const sequences = (await eventsOf(user.user_id)).map(([, sequence]) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  });
});

describe('an ID that does not exist here', () => {
  it.each(['unknown', '01JQ000000000000000000VSER', 'a'.repeat(500)])(
    'answers PAYMENT_USER_NOT_FOUND for %s',
    async (id) => {
      for (const route of [
        `GET /payment_users/${id}`,
        `GET /payment_users/${id}/payment_methods`,
      ]) {
        const { status, body } = await app.send<Body>(route);
        expect([status, body.error.error_code]).toEqual([400, 'PAYMENT_USER_NOT_FOUND']);
      }
    },
  );

  it('is the same for a user of another app', async () => {
    const { body: user } = await create(aUser());
    const stranger = await service.customerApp([]);
    const { status, body } = await stranger.send<Body>(`GET /payment_users/${user.user_id}`);
    expect([status, body.error.error_code]).toEqual([400, 'PAYMENT_USER_NOT_FOUND']);
  });
});
