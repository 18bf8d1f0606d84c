import { HostedApi } from '../api/hosted-api.js';
import { SessionStore } from '../session/session-store.js';
import { FakeServer } from './fake-server.js';
import { aView, anAttempt } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers } from '../../../shared/fakes.js';
import { LinkSession } from './link-session.js';

const NAME = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AB';
const OTHER = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AC';
const PAGE = 'https://pages.example/hosted/pay';
const ADMITTED = { ok: true };
const PAID = aView({ status: 'PAID', attempt: anAttempt('EXECUTED', 'attempt-1') });

function aSession(query: string, slot = new FakeSlot()) {
  const timers = new ManualTimers();
  const address = new FakeAddressBar(PAGE + query);
  const server = new FakeServer();
  const reported: string[] = [];
  const session = new LinkSession({
    api: new HostedApi(server.fetch),
    sessions: new SessionStore(slot),
    address,
    timers,
    nowMs: () => timers.nowMs,
  });
  const open = async () => {
    const admission = await session.enter();
    session.watch({
      ending: ({ phase }) => reported.push(phase),
      ranOut: () => reported.push('over'),
    });
    return admission;
  };
  return { session, open, address, server, slot, timers, reported };
}

describe('the stored session of a link', () => {
  it('is found after a reload by the link name that stays in the address', async () => {
    const { open, address, slot } = aSession(`?token=${NAME}.proof`);
    expect(await open()).toEqual(ADMITTED);
    expect(address.href).toBe(`${PAGE}?link=${NAME}`);
    const again = aSession(`?link=${NAME}`, slot);
    expect(await again.open()).toEqual(ADMITTED);
    expect(again.server.count('session')).toBe(0);
  });

  it('is not given to an address that names another link', async () => {
    const { open, slot } = aSession(`?token=${NAME}.proof`);
    await open();
    const strange = aSession(`?link=${OTHER}`, slot);
    expect(await strange.open()).toEqual({ ok: false, reason: 'session_ended' });
  });

  it('reports once that it will end soon, and once that it has ended', async () => {
    const { session, open, timers, reported } = aSession(`?token=${NAME}.proof`);
    await open();
    await timers.pass(1_799_999);
    expect(reported).toEqual(['soon']);
    await timers.pass(1);
    expect(reported).toEqual(['soon', 'over']);
    expect(session.current()).toBeNull();
  });
});

describe('extending the session of a link', () => {
  const EXTEND = '/payment_links/hosted/session/extend Bearer';
  const EXTEND_MANDATE = '/mandates/hosted/session/extend Bearer';

  it('continues with another token, also after a reload', async () => {
    const { session, open, timers, reported, slot } = aSession(`?token=${NAME}.proof`);
    await open();
    await timers.pass(1_700_000);
    await session.stay();
    expect(session.current()).toMatchObject({ accessToken: 'access-2', expiresAtMs: 3_500_000 });
    await timers.pass(1_679_999);
    expect(reported).toEqual(['soon', 'asked', 'extended']);
    const again = aSession(`?link=${NAME}`, slot);
    expect(await again.open()).toEqual(ADMITTED);
    expect(again.session.current()?.accessToken).toBe('access-2');
  });

  it('keeps what the tab remembers, and extends a direct debit as well', async () => {
    const { session, open, server } = aSession(`?token=${NAME}.proof`);
    await open();
    session.follow(PAID);
    session.noteMandate({ attemptId: 'attempt-1', token: 'mandate-1' });
    await session.stay();
    expect(server.authorized).toEqual([`${EXTEND_MANDATE} mandate-1`, `${EXTEND} access-1`]);
    expect(session.mandate()).toEqual({ attemptId: 'attempt-1', token: 'access-2' });
  });

  it('reports a refusal, and the session ends when it would have ended', async () => {
    const { session, open, timers, reported, server } = aSession(`?token=${NAME}.proof`);
    server.refuses('extend', 401);
    await open();
    await session.stay();
    expect(reported).toEqual(['asked', 'last']);
    expect(session.current()?.accessToken).toBe('access-1');
    await timers.pass(1_800_000);
    expect(reported.at(-1)).toBe('over');
  });

  it('has no effect when the answer comes after the end', async () => {
    const { session, open, timers, reported, server } = aSession(`?token=${NAME}.proof`);
    await open();
    let arrive: (response: Response) => void = () => undefined;
    server.on('extend', () => new Promise((resolve) => (arrive = resolve)));
    const staying = session.stay();
    await timers.pass(1_800_000);
    arrive(Response.json({ access_token: 'access-2', expires_in: 1_800 }));
    await staying;
    expect(session.current()).toBeNull();
    expect(reported).toEqual(['asked', 'soon', 'over', 'last']);
  });
});

describe('a payer who comes back from the bank into another tab than the frame', () => {
  it('is recognized by this payment, and is not sent to the bank again', async () => {
    const { session, open } = aSession(`?token=${NAME}.proof&challenged=attempt-1`);
    await open();
    expect(session.follow(PAID)).toMatchObject({
      sawItOpen: true,
      challengedAttemptId: 'attempt-1',
    });
  });

  it.each([
    ['another attempt', '&challenged=attempt-9'],
    ['none', ''],
  ])('is not recognized when the attempt named in the address is %s', async (_what, query) => {
    const { session, open } = aSession(`?token=${NAME}.proof${query}`);
    await open();
    expect(session.follow(PAID)).toMatchObject({ sawItOpen: false, challengedAttemptId: null });
  });
});
