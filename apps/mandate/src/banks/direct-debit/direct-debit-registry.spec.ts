import { DirectDebitRegistry } from './direct-debit-registry.js';
import type { DirectDebitConnector } from './ports.js';

const connector = (appType: 'TEST' | 'LIVE', integrationId = 'GW3') =>
  ({ appType, integrationId }) as DirectDebitConnector;

const test = connector('TEST');
const live = connector('LIVE');

describe('the registry of direct debit banks', () => {
  it('finds a connector by the type of the app and the bank', () => {
    const registry = new DirectDebitRegistry([test, live]);
    expect(registry.get({ appType: 'TEST', integrationId: 'GW3' })).toBe(test);
    expect(registry.get({ appType: 'LIVE', integrationId: 'GW3' })).toBe(live);
  });

  it('never gives a live app a test connector, nor a test app a live one', () => {
    const registry = new DirectDebitRegistry([test]);
    expect(registry.find({ appType: 'LIVE', integrationId: 'GW3' })).toBeUndefined();
    expect(() => registry.get({ appType: 'LIVE', integrationId: 'GW3' })).toThrow('LIVE GW3');
    const onlyLive = new DirectDebitRegistry([live]);
    expect(onlyLive.find({ appType: 'TEST', integrationId: 'GW3' })).toBeUndefined();
  });

  it('finds nothing for an account that takes no direct debit', () => {
    const registry = new DirectDebitRegistry([test]);
    expect(registry.find({ appType: 'TEST', integrationId: null })).toBeUndefined();
  });

  it('does not start with two connectors for the same app type and bank', () => {
    expect(() => new DirectDebitRegistry([test, connector('TEST')])).toThrow(
      'two direct debit connectors for TEST GW3',
    );
  });

  it('finds the connectors that read a call-back, whatever the case of the path', () => {
    const registry = new DirectDebitRegistry([test]);
    expect(registry.forCallBack('gw3')).toEqual([test]);
    expect(registry.forCallBack('gw1')).toEqual([]);
  });
});
