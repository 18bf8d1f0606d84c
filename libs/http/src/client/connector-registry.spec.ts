import { BankRegistry, type ConnectorPlace, ConnectorRegistry } from './connector-registry.js';

class Gateways extends ConnectorRegistry<ConnectorPlace> {
  constructor(connectors: readonly ConnectorPlace[]) {
    super('card gateway', connectors);
  }
}

class Banks extends BankRegistry<ConnectorPlace> {
  constructor(connectors: readonly ConnectorPlace[]) {
    super('payout', connectors);
  }
}

const test: ConnectorPlace = { appType: 'TEST', integrationId: 'GW1', connector: 'sandbox' };
const testMode: ConnectorPlace = { ...test, connector: 'acme' };
const live: ConnectorPlace = { ...testMode, appType: 'LIVE' };

describe('a registry of connectors', () => {
  it('finds a connector by the type of the app, the integration and its name', () => {
    const registry = new Gateways([test, testMode, live]);
    for (const place of [test, testMode, live]) expect(registry.get({ ...place })).toBe(place);
  });

  it('never gives a live app a test connector, nor a test app a live one', () => {
    const registry = new Gateways([test, live]);
    expect(registry.find({ ...test, appType: 'LIVE' })).toBeUndefined();
    expect(registry.find({ ...live, appType: 'TEST' })).toBeUndefined();
    expect(() => registry.get({ ...test, appType: 'LIVE' })).toThrow('LIVE GW1 sandbox');
  });

  it('finds nothing for an account that names no integration, or no connector', () => {
    const registry = new Gateways([test]);
    expect(registry.find({ ...test, integrationId: null })).toBeUndefined();
    expect(registry.find({ ...test, connector: null })).toBeUndefined();
  });

  it('does not start with two connectors for one place', () => {
    expect(() => new Gateways([test, { ...test }])).toThrow(
      'two card gateway connectors for TEST GW1 sandbox',
    );
  });

  it('finds the connectors that read a call-back, whatever the case of the path', () => {
    const registry = new Gateways([test, live, { ...test, integrationId: 'GW2' }]);
    expect(registry.named('gw1')).toEqual([test, live]);
    expect(registry.named('gw4')).toEqual([]);
  });
});

describe('a registry of banks that accounts choose by name', () => {
  it('finds the one of the name for apps of the type', () => {
    const registry = new Banks([test, testMode, live]);
    expect(registry.forAccount('TEST', 'sandbox')).toBe(test);
    expect(registry.forAccount('TEST', 'acme')).toBe(testMode);
    expect(registry.forAccount('LIVE', 'acme')).toBe(live);
    expect(registry.forAccount('LIVE', 'sandbox')).toBeUndefined();
    expect(registry.forAccount('LIVE', null)).toBeUndefined();
  });

  it('does not start with one name for two integrations', () => {
    expect(() => new Banks([test, { ...test, integrationId: 'GW3' }])).toThrow(
      'two payout connectors of TEST apps are named sandbox',
    );
  });
});
