import { HostedApi } from '../api/hosted-api.js';
import { PageSessions } from '../../../shared/session/page-sessions.js';
import { aView, anAttempt, FakeServer } from './fakes.js';
import { FakeAddressBar, FakeSlot, ManualTimers, settled } from '../../../shared/fakes.js';
import { PayPage } from './pay-page.js';

const NAME = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AB';
const OTHER = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AC';
const PAGE = 'https://pages.example/hosted/pay';
const PAID = aView({ status: 'PAID', attempt: anAttempt('EXECUTED', 'attempt-1') });

function aPage(query: string, slot = new FakeSlot()) {
  const timers = new ManualTimers();
  const address = new FakeAddressBar(PAGE + query);
  const server = new FakeServer();
  const sessions = new PageSessions(slot);
  const page = new PayPage({
    api: new HostedApi(server.fetch),
    sessions,
    address,
    timers,
    nowMs: () => timers.nowMs,
    browser: () => ({ language: 'en', screen: '1x1' }),
  });
  const reported: string[] = [];
  page.watch(({ ending, trouble }) => {
    const now = trouble ? trouble.kind : ending?.phase;
    if (now && now !== reported.at(-1)) reported.push(now);
  });
  const session = () => sessions.load(timers.nowMs);
  const start = async () => {
    await page.start();
    await settled();
  };
  return { page, start, session, sessions, address, server, slot, timers, reported };
}

describe('the stored session of a link', () => {
  it('is found after a reload by the link name that stays in the address', async () => {
    const { page, start, address, slot } = aPage(`?token=${NAME}.proof`);
    await start();
    expect(page.state.view).not.toBeNull();
    expect(address.href).toBe(`${PAGE}?link=${NAME}`);
    const again = aPage(`?link=${NAME}`, slot);
    await again.start();
    expect(again.page.state.view).not.toBeNull();
    expect(again.server.count('session')).toBe(0);
  });

  it('is not given to an address that names another link', async () => {
    const { start, slot } = aPage(`?token=${NAME}.proof`);
    await start();
    const strange = aPage(`?link=${OTHER}`, slot);
    await strange.start();
    expect(strange.page.state).toMatchObject({ view: null, trouble: { kind: 'session_ended' } });
    expect(strange.server.calls).toEqual([]);
  });

  it('is found for an address that names no link, because no site may frame that page', async () => {
    const { start, slot } = aPage(`?token=${NAME}.proof`);
    await start();
    const unnamed = aPage('', slot);
    await unnamed.start();
    expect(unnamed.page.state.view).not.toBeNull();
  });

  it('reports once that it will end soon, and once that it has ended', async () => {
    const { session, start, timers, reported } = aPage(`?token=${NAME}.proof`);
    await start();
    await timers.pass(1_799_999);
    expect(reported).toEqual(['soon']);
    await timers.pass(1);
    expect(reported).toEqual(['soon', 'session_ended']);
    expect(session()).toBeNull();
  });
});

describe('extending the session of a link', () => {
  const EXTEND = '/payment_links/hosted/session/extend Bearer';
  const EXTEND_MANDATE = '/mandates/hosted/session/extend Bearer';

  it('continues with another token, also after a reload', async () => {
    const { page, session, start, timers, reported, slot } = aPage(`?token=${NAME}.proof`);
    await start();
    await timers.pass(1_600_000);
    await page.stay();
    expect(session()).toMatchObject({ accessToken: 'access-2', expiresAtMs: 3_400_000 });
    await timers.pass(1_679_999);
    expect(reported).toEqual(['asked', 'extended']);
    const again = aPage(`?link=${NAME}`, slot);
    await again.start();
    expect(again.page.state.view).not.toBeNull();
    expect(again.session()?.accessToken).toBe('access-2');
  });

  it('keeps what the tab remembers, and extends a direct debit as well', async () => {
    const { page, start, server, sessions } = aPage(`?token=${NAME}.proof`);
    await start();
    sessions.note({ mandate: { attemptId: 'attempt-1', token: 'mandate-1' } });
    server.authorized.length = 0;
    await page.stay();
    expect(server.authorized).toEqual([`${EXTEND_MANDATE} mandate-1`, `${EXTEND} access-1`]);
    expect(page.state.mandate).toEqual({ attemptId: 'attempt-1', token: 'access-2' });
    expect(sessions.trail).toMatchObject({ id: 'link-1', sawItOpen: true });
  });

  it('reports a refusal, and the session ends when it would have ended', async () => {
    const { page, session, start, timers, reported, server } = aPage(`?token=${NAME}.proof`);
    server.refuses('extend', 401);
    await start();
    await page.stay();
    expect(reported).toEqual(['asked', 'last']);
    expect(session()?.accessToken).toBe('access-1');
    await timers.pass(1_800_000);
    expect(reported.at(-1)).toBe('session_ended');
  });

  it('has no effect when the answer comes after the end', async () => {
    const { page, session, start, timers, reported, server } = aPage(`?token=${NAME}.proof`);
    await start();
    let arrive: (response: Response) => void = () => undefined;
    server.on('extend', () => new Promise((resolve) => (arrive = resolve)));
    const staying = page.stay();
    await timers.pass(1_800_000);
    arrive(Response.json({ access_token: 'access-2', expires_in: 1_800 }));
    await staying;
    expect(session()).toBeNull();
    expect(reported).toEqual(['asked', 'soon', 'session_ended']);
    expect(page.state.ending?.phase).toBe('last');
  });
});

describe('a payer who comes back from the bank into another tab than the frame', () => {
  it('is recognized by this payment, and is not sent to the bank again', async () => {
    const { page, start, server } = aPage(`?token=${NAME}.proof&challenged=attempt-1`);
    server.current = PAID;
    await start();
    expect(page.state).toMatchObject({ openedSettled: false, challengedAttemptId: 'attempt-1' });
  });

  it.each([
    ['another attempt', '&challenged=attempt-9'],
    ['none', ''],
  ])('is not recognized when the attempt named in the address is %s', async (_what, query) => {
    const { page, start, server } = aPage(`?token=${NAME}.proof${query}`);
    server.current = PAID;
    await start();
    expect(page.state).toMatchObject({ openedSettled: true, challengedAttemptId: null });
  });
});
