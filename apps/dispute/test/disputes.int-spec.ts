/** @proves listDisputes, getDispute, getDisputeHistory */
import { definitionOf, operations, type PaymentEventPayload } from '@towpath/contracts';
import { newId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { DisputesService } from '../src/disputes/disputes.service.js';
import { START_MS, TestDisputes, type TestApp } from './dispute.fixture.js';
import { form, PDF } from './files.fixture.js';
import { gw1Body, signed } from './processor.fixture.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = new Date('2031-03-01T12:00:00.000Z');
const after = (days: number) => new Date(FIRST_DAY.getTime() + days * DAY_MS);

interface Refused {
  readonly error: { readonly error_code: string };
}

let service: TestDisputes;
let app: TestApp;
beforeAll(async () => {
  service = await TestDisputes.start();
}, START_MS);
beforeEach(async () => {
  app = await service.customerApp();
});
afterAll(() => service?.end());

async function dispute(owner: TestApp, members: object = {}): Promise<void> {
  const paymentId = service.payments.add(owner);
  const body = gw1Body({ app: owner, paymentId, ...members });
  const { status } = await service.notify('gw1', signed('gw1', body));
  expect(status).toBe(200);
}

describe('the list of disputes', () => {
  it('filters by status and by the day of the last change, and counts what matches', async () => {
    for (const day of [0, 1, 2]) {
      await app.tell({ frozenAt: after(day) });
      await dispute(app, { isDefendable: day !== 1 });
    }
    const found = async (query: string) => {
      const { body } = await app.list(query);
      return [body.total_disputes, ...body.disputes.map((each) => each.created_at?.slice(8, 10))];
    };
    expect(await found('')).toEqual([3, '03', '02', '01']);
    expect(await found('?statuses=UNDEFENDED')).toEqual([1, '02']);
    expect(await found('?statuses=UNDEFENDED,ACTION_REQUIRED,UNKNOWN')).toEqual([
      3,
      '03',
      '02',
      '01',
    ]);
    expect(await found('?date_from=2031-03-02')).toEqual([2, '03', '02']);
    expect(await found('?date_to=2031-03-02')).toEqual([2, '02', '01']);
    expect(await found('?date_from=2031-03-02&date_to=2031-03-02')).toEqual([1, '02']);
    expect(await found('?limit=1&offset=1')).toEqual([3, '02']);
  });

  it('shows each dispute on one page, also when more arrive between pages', async () => {
    await app.tell({ frozenAt: FIRST_DAY });
    for (let n = 0; n < 5; n += 1) await dispute(app);
    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body } = await app.list(
        `?limit=2${cursor && `&after=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...body.disputes.map((each) => each.dispute_id));
      if (seen.length === 2) {
        await app.tell({ frozenAt: after(1) });
        await dispute(app);
      }
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  it('shows no dispute of another app', async () => {
    await dispute(app);
    expect((await (await service.customerApp()).list()).body).toEqual({
      disputes: [],
      total_disputes: 0,
    });
  });

  it.each(['?statuses=OPEN', '?date_from=yesterday', '?limit=0', '?limit=1001', '?offset=-1'])(
    'refuses %s',
    async (query) => expect((await app.list(query)).status).toBe(400),
  );
});

describe('a dispute by its ID', () => {
  it('is what the list shows, with its evidence and each change since it arrived', async () => {
    await app.tell({ frozenAt: FIRST_DAY });
    await dispute(app, { defendBy: after(7) });
    const [listed] = await app.disputes();
    await app.tell({ frozenAt: after(7) });
    await service.dueJobs.runFor(app.id);
    const [lapsed] = await app.disputes();
    expect(listed?.dispute_id).toBe(lapsed?.dispute_id);
    expect(await app.get(`/disputes/${lapsed?.dispute_id}`)).toEqual({
      status: 200,
      body: { ...lapsed, evidence: [] },
    });
    const { body } = await app.get(`/disputes/${lapsed?.dispute_id}/history`);
    expect(body).toEqual({
      dispute_id: lapsed?.dispute_id,
      status_history: [
        {
          previous_status: null,
          dispute_status: 'ACTION_REQUIRED',
          changed_at: FIRST_DAY.toISOString(),
        },
        {
          previous_status: 'ACTION_REQUIRED',
          dispute_status: 'UNDEFENDED',
          changed_at: after(7).toISOString(),
          reason: 'the deadline has passed',
        },
      ],
    });
  });

  const bodies: Readonly<Record<string, () => BodyInit>> = {
    addDisputeEvidence: () => form(PDF),
    createTestDisputeEvent: () => '{"event":"WON"}',
  };
  const named = operations.filter(({ path }) => path.includes('{disputeId}'));

  it.each(named)('is unknown to another app: $method $path', async ({ id, method, path }) => {
    await dispute(app);
    const [{ dispute_id: own } = { dispute_id: '' }] = await app.disputes();
    const { token } = await service.customerApp();
    for (const disputeId of [own, newId(new Date())]) {
      const body = bodies[id]?.();
      const route = `${method} ${path.replace('{disputeId}', disputeId)}`;
      const type = typeof body === 'string' ? 'application/json' : undefined;
      const answer = await service.send<Refused>(route, { token, type, ...(body && { body }) });
      const refused = [answer.status, answer.body.error.error_code];
      expect([disputeId, ...refused]).toEqual([disputeId, 400, 'DISPUTE_NOT_FOUND']);
    }
    expect((await app.disputes()).map((each) => each.dispute_status)).toEqual(['ACTION_REQUIRED']);
  });

  it.each(['', '/history'])('is unknown by another ID%s', async (rest) => {
    await dispute(app);
    const [{ dispute_id: id } = { dispute_id: '' }] = await app.disputes();
    const other = await service.customerApp();
    for (const name of [id, newId(new Date()), 'x', id.toLowerCase()]) {
      const { status, body } = await other.get<Refused>(`/disputes/${name}${rest}`);
      expect([name, status, body.error.error_code]).toEqual([name, 400, 'DISPUTE_NOT_FOUND']);
    }
    expect((await app.get(`/disputes/${id}${rest}`)).status).toBe(200);
  });
});

describe('the deadline of a dispute', () => {
  it('is announced 7, 3 and 1 days before, and moves the dispute when it passes', async () => {
    await app.tell({ frozenAt: FIRST_DAY });
    await dispute(app, { defendBy: after(14) });
    const next = async () => (await service.dueJobs.next(app.id)).dueAt;
    for (const day of [7, 11, 13, 14]) {
      expect(await next()).toEqual(after(day));
      await app.tell({ frozenAt: after(day) });
      await service.dueJobs.runFor(app.id);
    }
    expect(await next()).toBeNull();
    expect((await app.disputes()).map((each) => each.dispute_status)).toEqual(['UNDEFENDED']);
    expect(await app.events()).toEqual([
      'dispute.chargeback_received',
      'dispute.deadline_approaching',
      'dispute.deadline_approaching',
      'dispute.deadline_approaching',
      'dispute.deadline_passed',
    ]);
  });
});

describe('a direct debit that its bank took back', () => {
  const reported =
    (name: 'payment.returned' | 'payment.return_reversed') =>
    (members: Partial<PaymentEventPayload> = {}) =>
      service.app.get(Transactions).forApp(app.id, (tx) => {
        const disputes = service.app.get(DisputesService);
        const payload = {
          ...definitionOf(name).example,
          payment_id: newId(new Date()),
          customer_app_id: app.id,
          ...members,
        };
        return name === 'payment.returned'
          ? disputes.recordReturn(tx, payload)
          : disputes.winReturn(tx, payload);
      });
  const returned = reported('payment.returned');
  const reinstated = reported('payment.return_reversed');

  it('is a lost dispute about the whole returned amount', async () => {
    const paymentId = newId(new Date());
    await returned({ payment_id: paymentId, amount: 4_500, amount_returned: 4_600 });
    expect(await app.disputes()).toEqual([
      expect.objectContaining({
        payment_id: paymentId,
        dispute_status: 'LOST',
        amount: 4_600,
        currency: 'HKD',
        is_defendable: false,
        last_event_name: 'CHARGEBACK',
        payment_processor: 'GW3',
        payment_processor_dispute_reason: 'The payer asked the bank to return the money.',
        payment_reference: 'INV-1001',
      }),
    ]);
    expect(await app.events()).toEqual(['dispute.chargeback_received', 'dispute.lost']);
    const [{ dispute_id: id } = { dispute_id: '' }] = await app.disputes();
    const refused = await app.post<Refused>(`/disputes/${id}/accept`);
    expect([refused.status, refused.body.error.error_code]).toEqual([
      400,
      'INVALID_DISPUTE_STATUS',
    ]);
  });

  it('a return without a bank or amount in its event is of an unknown bank and in full', async () => {
    await returned({ payment_processor: undefined, amount_returned: undefined });
    expect(await app.disputes()).toEqual([
      expect.objectContaining({ amount: 12_500, payment_processor: 'UNKNOWN' }),
    ]);
  });

  it('is won when the bank cancels the return, however often that is reported', async () => {
    const [paymentId, other] = [newId(new Date()), newId(new Date())];
    await returned({ payment_id: other });
    await returned({ payment_id: paymentId });
    await reinstated({ payment_id: paymentId });
    await reinstated({ payment_id: paymentId });
    const shown = await app.disputes();
    const statuses = shown.map((each) => [each.payment_id, each.dispute_status]);
    expect(new Map(statuses as [string, string][])).toEqual(
      new Map([
        [paymentId, 'WON'],
        [other, 'LOST'],
      ]),
    );
    expect(shown.find((each) => each.payment_id === paymentId)).toMatchObject({
      amount: 12_500,
      is_defendable: false,
      last_event_name: 'CHARGEBACK_CANCELLED',
    });
    const opened = ['dispute.chargeback_received', 'dispute.lost'];
    expect(await app.events()).toEqual([...opened, ...opened, 'dispute.status_corrected']);
  });

  it('whose return is cancelled is no dispute if there was none', async () => {
    await reinstated();
    await reinstated({ type: 'CARD' });
    expect(await app.disputes()).toEqual([]);
  });

  it('is no dispute if it was another kind of payment', async () => {
    await returned({ type: 'MANUAL' });
    expect(await app.disputes()).toEqual([]);
  });
});

describe('the tables', () => {
  it('show an app its own rows only, and none without an app', async () => {
    await dispute(app);
    const other = await service.customerApp();
    await dispute(other);
    const tables = ['disputes', 'dispute_state_changes', 'processor_notifications'];
    for (const table of tables) {
      const [seen] = await service.query<{ all: string; mine: string; none: string }>(
        `SELECT count(*) AS all FROM ${table}`,
      );
      expect([table, Number(seen?.all)]).not.toEqual([table, 0]);
      expect([table, await service.visible(table, app.id)]).toEqual([table, [app.id]]);
      expect([table, await service.visible(table, '')]).toEqual([table, []]);
    }
  });
});

describe('a payment at a real processor', () => {
  const inTestMode = (what: string) => ({
    status: 400,
    body: {
      error: {
        error_code: 'INVALID_REQUEST',
        details: `The ${what} is at acme, where nothing is simulated. Use the test mode there.`,
      },
    },
  });
  const send = (path: string, body: object) =>
    service.send<Refused>(`POST /testing/disputes${path}`, {
      token: app.token,
      type: 'application/json',
      body: JSON.stringify(body),
    });

  it('gets no simulated dispute', async () => {
    const paymentId = service.payments.add(app, { connector: 'acme' });
    expect(await send('', { payment_id: paymentId })).toMatchObject(inTestMode('payment'));
    expect(await app.disputes()).toEqual([]);
  });

  it('gets no simulated event of its dispute', async () => {
    await dispute(app);
    const [{ dispute_id: id } = { dispute_id: '' }] = await app.disputes();
    await service.query(`UPDATE disputes SET connector = 'acme' WHERE dispute_id = $1`, [id]);
    expect(await send(`/${id}/events`, { event: 'WON' })).toMatchObject(inTestMode('dispute'));
  });
});
