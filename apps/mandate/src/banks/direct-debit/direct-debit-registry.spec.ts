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

  it('never gives a live app the connector of test apps, nor the other way round', () => {
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

  it('does not start with two connectors for one place', () => {
    expect(() => new DirectDebitRegistry([test, connector('TEST')])).toThrow(
      'two direct debit connectors for TEST GW3',
    );
  });

  it('finds who reads a call-back, however the path is written', () => {
    const registry = new DirectDebitRegistry([test]);
    expect(registry.forCallBack('gw3')).toEqual([test]);
    expect(registry.forCallBack('gw1')).toEqual([]);
  });
});
