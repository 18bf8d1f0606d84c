import type { ClientId, CustomerAppId } from '@towpath/kernel';
import { CustomerApp, type ClockState } from './customer-app.js';

const AT = new Date('2026-01-01T00:00:00Z');
const MOVED: ClockState = { offsetMs: 60_000, frozenAt: AT };

function appOf(appType: 'TEST' | 'LIVE' = 'TEST'): CustomerApp {
  return CustomerApp.create(
    {
      id: '01JQ0000000000000000000APP' as CustomerAppId,
      clientId: '01JQ0000000000000000CLIENT' as ClientId,
      appType,
      profile: { name: 'Shop', scopes: ['test'], redirectUris: [], settings: {}, pkce: 'REQUIRED' },
    },
    AT,
  );
}

describe('a customer app', () => {
  it.each<[string, (app: CustomerApp) => void, number]>([
    ['a replaced secret', (app) => app.rotateSecret(AT, { overlaps: false }), 2],
    ['being disabled', (app) => app.disable(AT), 2],
    ['going live', (app) => app.enableLive(AT), 2],
    ['a secret with an overlap', (app) => app.rotateSecret(AT, { overlaps: true }), 1],
    ['an update', (app) => app.update({ name: 'Other' }, AT), 1],
    ['a moved clock', (app) => app.changeClock(MOVED, AT), 1],
  ])('has the expected credential generation after %s', (_what, command, generation) => {
    const app = appOf();
    command(app);
    expect(app.credentialGeneration).toBe(generation);
    expect(app.sequence).toBe(2);
  });

  it('keeps its new credential generation when enabled again, so old tokens stay refused', () => {
    const app = appOf();
    app.disable(AT);
    app.enable(AT);
    expect([app.status, app.credentialGeneration]).toEqual(['ENABLED', 2]);
  });

  it('goes live with real time, and only once', () => {
    const app = appOf();
    app.changeClock(MOVED, AT);
    app.enableLive(AT);
    expect([app.appType, app.clock]).toEqual(['LIVE', { offsetMs: 0, frozenAt: null }]);
    expect(() => app.enableLive(AT)).toThrow('live already');
  });

  it('that is live refuses a change of its clock', () => {
    expect(() => appOf('LIVE').changeClock(MOVED, AT)).toThrow('NOT_A_TEST_APP');
  });

  it('invalidates its tokens only when an update removes a scope', () => {
    const app = appOf();
    const generations = [['test', 'link:x'], ['link:x', 'test'], ['test'], []].map((scopes) => {
      app.update({ scopes }, AT);
      return app.credentialGeneration;
    });
    app.update({ name: 'Other' }, AT);
    expect([...generations, app.credentialGeneration]).toEqual([1, 1, 2, 3, 3]);
  });

  it('keeps the members that an update does not name', () => {
    const app = appOf();
    app.update({ redirectUris: ['https://shop.example.com/back'] }, AT);
    expect(app.profile).toMatchObject({ name: 'Shop', scopes: ['test'] });
  });

  it('keeps real time for good once it has to, and then refuses every move of its clock', () => {
    const app = appOf();
    app.keepRealTime(AT);
    app.keepRealTime(AT);
    expect([app.keepsRealTime, app.sequence]).toEqual([true, 2]);
    expect(() => app.changeClock(MOVED, AT)).toThrow('cannot be moved');
    expect(() => app.assertMovableClock()).toThrow('cannot be moved');
  });

  it.each<[string, ClockState]>([
    ['is frozen', { offsetMs: 0, frozenAt: AT }],
    ['was moved', { offsetMs: 1, frozenAt: null }],
  ])('whose clock %s cannot keep real time', (_what, clock) => {
    const app = appOf();
    app.changeClock(clock, AT);
    expect(() => app.keepRealTime(AT)).toThrow('was moved or is frozen');
    expect(app.keepsRealTime).toBe(false);
  });

  it('that is live has real time anyway', () => {
    const app = appOf('LIVE');
    app.keepRealTime(AT);
    expect(app.sequence).toBe(1);
  });
});
