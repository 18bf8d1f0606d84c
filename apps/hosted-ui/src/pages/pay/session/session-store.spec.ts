import { FakeSlot } from '../../../shared/fakes.js';
import { SessionStore, parseSession } from './session-store.js';

const GRANT = { access_token: 'access-1', token_type: 'Bearer', expires_in: 1_800 } as const;
const HALF_HOUR_MS = 1_800_000;

describe('SessionStore', () => {
  it('survives a reload of the tab', () => {
    const slot = new FakeSlot();
    const before = new SessionStore(slot);
    before.begin(GRANT, 1_000);
    before.follow('link-1', true);
    before.noteChallenge('attempt-1');

    expect(new SessionStore(slot).load(2_000)).toEqual({
      accessToken: 'access-1',
      expiresAtMs: 1_000 + HALF_HOUR_MS,
      linkName: null,
      trail: {
        paymentLinkId: 'link-1',
        sawItOpen: true,
        challengedAttemptId: 'attempt-1',
        mandate: null,
      },
    });
  });

  it('forgets a session when it ends, in storage too', () => {
    const slot = new FakeSlot();
    const store = new SessionStore(slot);
    store.begin(GRANT, 0);
    expect(store.load(HALF_HOUR_MS - 1)).not.toBeNull();
    expect(store.load(HALF_HOUR_MS)).toBeNull();
    expect(slot.text).toBeNull();
  });

  it('remembers that the link was open after the payer opens the same link again', () => {
    const store = new SessionStore(new FakeSlot());
    store.begin(GRANT, 0);
    store.follow('link-1', true);
    store.begin({ ...GRANT, access_token: 'access-2' }, 10);
    expect(store.follow('link-1', false)).toMatchObject({ sawItOpen: true });
    expect(store.load(20)?.accessToken).toBe('access-2');
  });

  it('starts afresh with another link', () => {
    const store = new SessionStore(new FakeSlot());
    store.begin(GRANT, 0);
    store.follow('link-1', true);
    store.noteChallenge('attempt-1');
    store.begin(GRANT, 10);
    expect(store.follow('link-2', false)).toEqual({
      paymentLinkId: 'link-2',
      sawItOpen: false,
      challengedAttemptId: null,
      mandate: null,
    });
  });

  it('resumes for the link that the address names, and for no other', () => {
    const slot = new FakeSlot();
    new SessionStore(slot).begin(GRANT, 0, 'app.link');
    expect(new SessionStore(slot).resume(1, 'app.link')?.accessToken).toBe('access-1');
    expect(new SessionStore(slot).resume(1, 'app.other')).toBeNull();
    expect(new SessionStore(slot).resume(HALF_HOUR_MS, 'app.link')).toBeNull();
  });

  it('resumes for an address that names no link, because no site may frame that page', () => {
    const slot = new FakeSlot();
    new SessionStore(slot).begin(GRANT, 0, 'app.link');
    expect(new SessionStore(slot).resume(1, null)?.accessToken).toBe('access-1');
  });

  it('works without storage for as long as the page lives', () => {
    const store = new SessionStore(null);
    store.begin(GRANT, 0);
    expect(store.load(1)?.accessToken).toBe('access-1');
    store.clear();
    expect(store.load(2)).toBeNull();
  });
});

describe('parseSession', () => {
  it.each([
    null,
    '',
    'not json',
    'null',
    '[]',
    '{}',
    '{"accessToken":"a","expiresAtMs":"soon","trail":{}}',
    '{"accessToken":1,"expiresAtMs":1,"trail":{}}',
    '{"accessToken":"a","expiresAtMs":1}',
  ])('refuses %j', (text) => {
    expect(parseSession(text)).toBeNull();
  });
});
