import { type CardGatewayConnector, CardGatewayRegistry } from './ports.js';

const connector = (appType: 'TEST' | 'LIVE', integrationId: string) =>
  ({ appType, integrationId }) as CardGatewayConnector;

const test = connector('TEST', 'GW1');
const live = connector('LIVE', 'GW1');

describe('the registry of card gateways', () => {
  it('finds a connector by the type of the app and the gateway', () => {
    const registry = new CardGatewayRegistry([test, live]);
    expect(registry.get({ appType: 'TEST', integrationId: 'GW1' })).toBe(test);
    expect(registry.get({ appType: 'LIVE', integrationId: 'GW1' })).toBe(live);
  });

  it('never gives a live app a test connector, nor a test app a live one', () => {
    const registry = new CardGatewayRegistry([test]);
    expect(registry.find({ appType: 'LIVE', integrationId: 'GW1' })).toBeUndefined();
    expect(() => registry.get({ appType: 'LIVE', integrationId: 'GW1' })).toThrow('LIVE GW1');
    expect(registry.find({ appType: 'TEST', integrationId: null })).toBeUndefined();
  });

  it('does not start with two connectors for the same app type and gateway', () => {
    expect(() => new CardGatewayRegistry([test, connector('TEST', 'GW1')])).toThrow(
      'two card gateway connectors for TEST GW1',
    );
  });

  it('finds the connectors that read a call-back, whatever the case of the path', () => {
    const registry = new CardGatewayRegistry([test]);
    expect(registry.forCallBack('gw1')).toEqual([test]);
    expect(registry.forCallBack('gw2')).toEqual([]);
  });
});
