import { FakeSlot } from '../fakes.js';
import { PageSessions } from './page-sessions.js';

const GRANT = { access_token: 'access-1', token_type: 'Bearer', expires_in: 1_800 } as const;
const LINK = { digest: 'd1', name: 'app.link' };
const HALF_HOUR_MS = 1_800_000;

describe('PageSessions', () => {
  it('survives a reload of the tab', () => {
    const slot = new FakeSlot();
    const before = new PageSessions(slot);
    before.begin(GRANT, { nowMs: 1_000, link: LINK });
    before.follow('link-1', true);
    before.note({ sentTo: 'attempt-1' });

    const after = new PageSessions(slot);
    expect(after.load(2_000)).toEqual({
      accessToken: 'access-1',
      expiresAtMs: 1_000 + HALF_HOUR_MS,
      link: LINK,
    });
    expect(after.trail).toEqual({
      id: 'link-1',
      sawItOpen: true,
      sentTo: 'attempt-1',
      mandate: null,
    });
  });

  it('forgets a session when it ends, in storage too', () => {
    const slot = new FakeSlot();
    const store = new PageSessions(slot);
    store.begin(GRANT, { nowMs: 0, link: LINK });
    expect(store.load(HALF_HOUR_MS - 1)).not.toBeNull();
    expect(store.load(HALF_HOUR_MS)).toBeNull();
    expect(slot.text).toBeNull();
  });

  it('remembers that the link was open after the payer opens the same link again', () => {
    const store = new PageSessions(new FakeSlot());
    store.begin(GRANT, { nowMs: 0, link: LINK });
    store.follow('link-1', true);
    store.begin({ ...GRANT, access_token: 'access-2' }, { nowMs: 10, link: LINK });
    expect(store.follow('link-1', false)).toMatchObject({ sawItOpen: true });
    expect(store.load(20)?.accessToken).toBe('access-2');
  });

  it('starts afresh with another link', () => {
    const store = new PageSessions(new FakeSlot());
    store.begin(GRANT, { nowMs: 0, link: LINK });
    store.follow('link-1', true);
    store.note({ sentTo: 'attempt-1' });
    store.begin(GRANT, { nowMs: 10, link: LINK });
    expect(store.follow('link-2', false)).toEqual({
      id: 'link-2',
      sawItOpen: false,
      sentTo: null,
      mandate: null,
    });
  });

  it('keeps the direct debit that the payer is giving', () => {
    const slot = new FakeSlot();
    const mandate = { attemptId: 'attempt-1', token: 'mandate-1' };
    new PageSessions(slot).note({ mandate });
    expect(new PageSessions(slot).trail.mandate).toEqual(mandate);
  });

  it('works without storage for as long as the page lives', () => {
    const store = new PageSessions(null);
    store.begin(GRANT, { nowMs: 0, link: LINK });
    expect(store.load(1)?.accessToken).toBe('access-1');
    store.clear();
    expect(store.load(2)).toBeNull();
  });
});

describe('the stored text of a session', () => {
  it.each([
    null,
    '',
    'not json',
    'null',
    '[]',
    '{}',
    '{"session":{"accessToken":"a","expiresAtMs":"soon","link":{}},"trail":{}}',
    '{"session":{"accessToken":1,"expiresAtMs":1e15,"link":{}},"trail":{}}',
    '{"session":{"accessToken":"a","expiresAtMs":1e15},"trail":{}}',
    '{"session":{"accessToken":"a","expiresAtMs":1e15,"link":{}}}',
  ])('is refused if it is %j', (text) => {
    const slot = new FakeSlot();
    slot.text = text;
    expect(new PageSessions(slot).load(0)).toBeNull();
  });
});
