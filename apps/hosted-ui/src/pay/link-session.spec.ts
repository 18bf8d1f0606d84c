import { HostedApi } from '../api/hosted-api.js';
import { SessionStore } from '../session/session-store.js';
import { FakeServer } from './fake-server.js';
import { FakeAddressBar, FakeSlot, ManualTimers, aView, anAttempt } from './fakes.js';
import { LinkSession } from './link-session.js';

const NAME = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AB';
const OTHER = '01K8Z3V5Q4M7N2R6T9W1X0Y8AD.01K8Z3V5Q4M7N2R6T9W1X0Y8AC';
const PAGE = 'https://pages.example/hosted/pay';
const PAID = aView({ status: 'PAID', attempt: anAttempt('EXECUTED', 'attempt-1') });

function aSession(query: string, slot = new FakeSlot()) {
  const timers = new ManualTimers();
  const address = new FakeAddressBar(PAGE + query);
  const server = new FakeServer();
  let ends = 0;
  const session = new LinkSession(
    {
      api: new HostedApi(server.fetch),
      sessions: new SessionStore(slot),
      address,
      timers,
      nowMs: () => timers.nowMs,
    },
    () => (ends += 1),
  );
  return { session, address, server, slot, timers, ends: () => ends };
}

describe('a session that a reload is to go on with', () => {
  it('is found by the name that the token leaves in the address', async () => {
    const { session, address, slot } = aSession(`?token=${NAME}.proof`);
    expect(await session.open()).toBeNull();
    expect(address.href).toBe(`${PAGE}?link=${NAME}`);
    const again = aSession(`?link=${NAME}`, slot);
    expect(await again.session.open()).toBeNull();
    expect(again.server.count('session')).toBe(0);
  });

  it('is not given to an address that names another link', async () => {
    const { session, slot } = aSession(`?token=${NAME}.proof`);
    await session.open();
    const strange = aSession(`?link=${OTHER}`, slot);
    expect(await strange.session.open()).toEqual({ kind: 'session_ended' });
  });

  it('tells when it ran out, once', async () => {
    const { session, timers, ends } = aSession(`?token=${NAME}.proof`);
    await session.open();
    await timers.pass(1_799_999);
    expect(ends()).toBe(0);
    await timers.pass(1);
    expect(ends()).toBe(1);
    expect(session.current()).toBeNull();
  });
});

describe('a payer who comes back from the bank into another tab than the frame', () => {
  it('has lived through this payment, and is not sent to the bank again', async () => {
    const { session } = aSession(`?token=${NAME}.proof&challenged=attempt-1`);
    await session.open();
    expect(session.follow(PAID)).toMatchObject({
      sawItOpen: true,
      challengedAttemptId: 'attempt-1',
    });
  });

  it.each([
    ['another attempt', '&challenged=attempt-9'],
    ['none', ''],
  ])('has not, when the address tells of %s', async (_what, query) => {
    const { session } = aSession(`?token=${NAME}.proof${query}`);
    await session.open();
    expect(session.follow(PAID)).toMatchObject({ sawItOpen: false, challengedAttemptId: null });
  });
});
