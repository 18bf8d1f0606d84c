import type {
  ActionProposal,
  ConsoleActionResponse,
  ListProposalsResponse,
} from '@towpath/contracts/operator';
import type { ConsoleBrowser } from './console-browser.fixture.js';
import {
  APP,
  PAYMENT,
  refund,
  startActingConsole,
  type ActingConsole,
} from './console-actions.fixture.js';

let system: ActingConsole;
let otto: ConsoleBrowser;
let olga: ConsoleBrowser;
let ada: ConsoleBrowser;
beforeAll(async () => {
  system = await startActingConsole();
  [otto, olga, ada] = [
    await system.fresh('otto'),
    await system.fresh('olga'),
    await system.fresh('ada'),
  ];
});
afterAll(() => system?.stop());
beforeEach(async () => {
  system.payments.begin();
  await system.running.sql('DELETE FROM action_proposals');
});

const APPROVAL = { seen: 'EXECUTED 3', reason: 'checked with the shop' };
const DONE = { effects: ['Refunded 50000.'] };

/** A refund that is too much for Otto alone. */
async function proposed(changes: object = {}): Promise<ActionProposal> {
  const body = refund({ amount: 50_000, ...changes });
  const answer = await otto.write('/console/api/actions', { body });
  const { proposal } = (await answer.json()) as ConsoleActionResponse;
  if (!proposal) throw new Error(`it answered ${answer.status}`);
  return proposal;
}

const decide = async <T = Record<string, unknown>>(
  browser: ConsoleBrowser,
  { action_id: id }: Pick<ActionProposal, 'action_id'>,
  [verb, body = APPROVAL]: readonly ['approve' | 'decline', object?],
) => {
  const answer = await browser.write(`/console/api/proposals/${id}/${verb}`, { body });
  return { status: answer.status, body: (await answer.json()) as T };
};
const approve = (browser: ConsoleBrowser, of: ActionProposal, body?: object) =>
  decide(browser, of, ['approve', body]);
const decline = (browser: ConsoleBrowser, of: ActionProposal) =>
  decide<ActionProposal>(browser, of, ['decline', { reason: 'not without the shop' }]);
const listed = async (browser: ConsoleBrowser) =>
  ((await (await browser.ask('/console/api/proposals')).json()) as ListProposalsResponse).proposals;
const operations = async () =>
  (await system.audit()).map((each) => (each as { operation: string }).operation);

describe('an action above the limit of one person', () => {
  it('waits for another operator, and its service has done nothing', async () => {
    const proposal = await proposed();
    expect(proposal).toMatchObject({
      ...{ action: 'refund_payment', customer_app_id: APP, id: PAYMENT, amount: 50_000 },
      ...{ service: 'payment-link', state: 'OPEN', reason: 'ticket 4711', may_decide: false },
      proposed_by: system.subject('otto'),
      effects: ['HKD 500 go back to the payer.'],
    });
    const lasts = Date.parse(proposal.expires_at) - Date.parse(proposal.created_at);
    expect(lasts).toBe(24 * 3_600_000);
    expect(system.payments.done.size).toBe(0);
    expect((await system.audit()).at(-1)).toEqual({
      ...{ subject: system.subject('otto'), role: 'operator', app: APP, kind: 'payment' },
      ...{ operation: 'propose refund_payment', id: PAYMENT, reason: 'ticket 4711' },
    });
  });

  it('is one proposal, however often it is asked for', async () => {
    const { action_id } = await proposed();
    const before = (await system.audit()).length;
    expect((await proposed({ action_id })).action_id).toBe(action_id);
    expect(await listed(otto)).toHaveLength(1);
    expect((await system.audit()).length).toBe(before);
    const body = refund({ action_id, amount: 60_000 });
    expect((await otto.write('/console/api/actions', { body })).status).toBe(422);
    const theirs = refund({ action_id, amount: 50_000 });
    expect((await ada.write('/console/api/actions', { body: theirs })).status).toBe(422);
  });

  it('is listed to operators of its app, of whom the others may decide', async () => {
    await proposed();
    const rows = [await listed(otto), await listed(olga), await listed(await system.fresh('zoe'))];
    expect(rows.map((each) => each.map(({ may_decide: may }) => may))).toEqual([
      [false],
      [true],
      [],
    ]);
  });

  it('is not proposed with a login that is old, nor after a change', async () => {
    const stale = await system.running.loggedIn('otto');
    const body = refund({ amount: 50_000 });
    expect((await stale.write('/console/api/actions', { body })).status).toBe(403);
    await system.running.sql(`UPDATE console_sessions
      SET authenticated_at = now() - interval '601 seconds' WHERE subject LIKE '%#ada'`);
    expect((await ada.write('/console/api/actions', { body })).status).toBe(403);
    ada = await system.fresh('ada');
    expect((await ada.write('/console/api/actions', { body })).status).toBe(200);
    const changed = refund({ amount: 50_000, seen: 'EXECUTED 2' });
    expect((await otto.write('/console/api/actions', { body: changed })).status).toBe(400);
    expect(await listed(otto)).toHaveLength(1);
  });
});

describe('an approval', () => {
  it('performs the action in the name of both', async () => {
    const proposal = await proposed();
    expect(await approve(olga, proposal)).toEqual({ status: 200, body: DONE });
    const { operator, body } = system.payments.performed.at(-1) ?? {};
    expect(operator).toMatchObject({
      subject: system.subject('olga'),
      proposed_by: system.subject('otto'),
      ...{ proposed_amount: 50_000, proposed_currency: 'HKD' },
    });
    expect(body).toMatchObject({ action_id: proposal.action_id, amount: 50_000, ...APPROVAL });
    const [row] = await listed(otto);
    expect(row).toMatchObject({ state: 'DONE', decided_by: system.subject('olga') });
    expect((await system.audit()).slice(-2)).toMatchObject([
      { operation: 'propose refund_payment', subject: system.subject('otto') },
      { operation: 'approve refund_payment', subject: system.subject('olga'), id: PAYMENT },
    ]);
  });

  it('that comes again gets the same answer, and asks nobody', async () => {
    const proposal = await proposed();
    await approve(olga, proposal);
    const asked = system.paymentPeer.asked.length;
    expect(await approve(ada, proposal)).toEqual({ status: 200, body: DONE });
    expect(system.paymentPeer.asked).toHaveLength(asked);
  });

  it('of two operators at once has one effect', async () => {
    const proposal = await proposed();
    const answers = await Promise.all([approve(olga, proposal), approve(ada, proposal)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    for (const { status, body } of answers) if (status === 200) expect(body).toEqual(DONE);
    expect(system.payments.performed.filter(({ operator }) => operator.proposed_by)).toHaveLength(
      1,
    );
    expect((await approve(ada, proposal)).body).toEqual(DONE);
    expect(system.payments.done.size).toBe(1);
  });

  it('waits while another one is under way', async () => {
    const proposal = await proposed();
    await system.running.sql(`UPDATE action_proposals SET decided_by = 'x', decided_at = now(),
      held_until = now() + interval '10 seconds'`);
    expect((await approve(olga, proposal)).status).toBe(409);
    expect(system.payments.done.size).toBe(0);
  });

  it.each([
    ['by who proposed it', () => otto, 403],
    ['by an operator of other apps', () => system.fresh('zoe'), 404],
    ['by a viewer', () => system.fresh('vera'), 403],
    ['with a login that is old', () => system.running.loggedIn('ada'), 403],
  ])('%s is refused', async (_what, browserOf, status) => {
    const proposal = await proposed();
    const before = await operations();
    expect((await approve(await browserOf(), proposal)).status).toBe(status);
    expect(system.payments.done.size).toBe(0);
    expect((await listed(otto))[0]?.state).toBe('OPEN');
    expect(await operations()).toEqual(before);
  });

  it('of what has changed is refused, and may come again', async () => {
    const proposal = await proposed();
    system.payments.seen = 'EXECUTED 4';
    expect((await approve(olga, proposal)).status).toBe(400);
    expect((await listed(otto))[0]?.state).toBe('OPEN');
    const seen = { ...APPROVAL, seen: 'EXECUTED 4' };
    expect(await approve(olga, proposal, seen)).toEqual({ status: 200, body: DONE });
  });

  it('moves what was proposed, although more is left by then', async () => {
    const proposal = await proposed({ amount: undefined });
    expect(proposal).toMatchObject({ amount: 50_000, effects: ['HKD 500 go back to the payer.'] });
    const { action_id } = proposal;
    expect(await proposed({ action_id, amount: undefined })).toEqual(proposal);
    // A refund that was under way has failed.
    Object.assign(system.payments, { left: 70_000, seen: 'EXECUTED 4' });
    expect(await approve(olga, proposal, { ...APPROVAL, seen: 'EXECUTED 4' })).toEqual({
      ...{ status: 200, body: DONE },
    });
    expect(system.payments.performed.at(-1)?.body.amount).toBe(50_000);
  });

  it.each([
    ['amount', `amount = amount - 1`],
    ['currency', `currency = 'USD'`],
    ['money', 'amount = NULL, currency = NULL'],
  ])('of another %s than was proposed is refused, and tells why', async (_what, changed) => {
    const proposal = await proposed();
    await system.running.sql(`UPDATE action_proposals SET ${changed}`);
    const { status, body } = await approve(olga, proposal);
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('another amount than was proposed'),
    ]);
    expect((await listed(otto))[0]?.state).toBe('OPEN');
    expect(system.payments.done.size).toBe(0);
  });

  it.each(['     ', ' why '])('and a refusal for the reason "%s" are refused', async (reason) => {
    const proposal = await proposed();
    expect((await approve(olga, proposal, { ...APPROVAL, reason })).status).toBe(400);
    expect((await decide(olga, proposal, ['decline', { reason }])).status).toBe(400);
    expect((await listed(otto))[0]?.state).toBe('OPEN');
  });

  it('that the service refuses ends the proposal, and tells why', async () => {
    const proposal = await proposed();
    system.payments.refusal = 'It was refunded before.';
    const answer = await approve(olga, proposal);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { error_code: 'REFUND_NOT_ALLOWED' } },
    });
    expect((await listed(otto))[0]).toMatchObject({
      ...{ state: 'REFUSED', outcome: 'It was refunded before.' },
      decided_by: system.subject('olga'),
    });
    system.payments.refusal = undefined;
    expect((await approve(olga, proposal)).status).toBe(400);
    expect(system.payments.done.size).toBe(0);
  });

  it('whose answer was lost is ended by a further one, also of somebody else', async () => {
    const proposal = await proposed();
    system.payments.losesAnswers = true;
    expect((await approve(olga, proposal)).status).toBe(503);
    system.payments.losesAnswers = false;
    // What was done changed the resource, and time passed.
    system.payments.seen = 'REFUNDED 4';
    await system.running.sql(`UPDATE action_proposals SET expires_at = now()`);
    expect((await listed(otto))[0]?.state).toBe('OPEN');
    expect((await decline(otto, proposal)).status).toBe(400);
    expect(await approve(ada, proposal)).toEqual({ status: 200, body: DONE });
    expect(system.payments.done.size).toBe(1);
  });

  it('after which the gateway crashed is ended by a further one once the hold is over', async () => {
    const proposal = await proposed();
    system.payments.done.set(proposal.action_id, DONE);
    await system.running.sql(`UPDATE action_proposals SET decided_by = 'oidc:x', held_until = now(),
      decided_at = now()`);
    expect(await approve(olga, proposal)).toEqual({ status: 200, body: DONE });
    expect((await listed(otto))[0]?.decided_by).toBe(system.subject('olga'));
  });
});

describe('a proposal that nobody approves', () => {
  it('is declined by another operator, for a reason', async () => {
    const proposal = await proposed();
    expect((await decline(olga, proposal)).body).toMatchObject({
      ...{ state: 'DECLINED', outcome: 'not without the shop', may_decide: false },
    });
    expect((await operations()).at(-1)).toBe('decline refund_payment');
    expect((await approve(ada, proposal)).status).toBe(400);
    expect((await decline(ada, proposal)).status).toBe(400);
    expect(system.payments.done.size).toBe(0);
  });

  it('is withdrawn by who made it, and not declined by a stranger', async () => {
    const proposal = await proposed();
    expect((await decline(await system.fresh('zoe'), proposal)).status).toBe(404);
    expect((await decline(otto, proposal)).body.state).toBe('DECLINED');
    expect((await operations()).at(-1)).toBe('withdraw refund_payment');
  });

  it('is not done by asking for it again, although the limit is higher now', async () => {
    const proposal = await proposed();
    await decline(olga, proposal);
    system.payments.aloneUpTo = 100_000;
    expect((await proposed({ action_id: proposal.action_id })).state).toBe('DECLINED');
    expect(system.payments.done.size).toBe(0);
  });

  it('ends after 24 hours', async () => {
    const proposal = await proposed();
    await system.running.sql(`UPDATE action_proposals SET expires_at = now()`);
    expect((await approve(olga, proposal)).status).toBe(400);
    expect((await listed(otto))[0]).toMatchObject({ state: 'EXPIRED', may_decide: false });
    expect(system.payments.done.size).toBe(0);
  });

  it('leaves nothing if its entry in the audit cannot be written', async () => {
    const { sql } = system.running;
    await sql(
      `ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (operation NOT LIKE 'propose%') NOT VALID`,
    );
    const answer = await otto.write('/console/api/actions', { body: refund({ amount: 50_000 }) });
    await sql('ALTER TABLE audit_entries DROP CONSTRAINT none');
    expect(answer.status).toBe(500);
    expect(await listed(otto)).toEqual([]);
  });
});
