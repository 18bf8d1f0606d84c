import { CardGatewayRegistry } from './card-gateway-registry.js';
import type { CardGatewayConnector } from './ports.js';

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

  it('never gives a live app the connector of test apps, nor the other way round', () => {
    const registry = new CardGatewayRegistry([test]);
    expect(registry.find({ appType: 'LIVE', integrationId: 'GW1' })).toBeUndefined();
    expect(() => registry.get({ appType: 'LIVE', integrationId: 'GW1' })).toThrow('LIVE GW1');
    expect(registry.find({ appType: 'TEST', integrationId: null })).toBeUndefined();
  });

  it('does not start with two connectors for one place', () => {
    expect(() => new CardGatewayRegistry([test, connector('TEST', 'GW1')])).toThrow(
      'two card gateway connectors for TEST GW1',
    );
  });

  it('finds who reads a call-back, however the path is written', () => {
    const registry = new CardGatewayRegistry([test]);
    expect(registry.forCallBack('gw1')).toEqual([test]);
    expect(registry.forCallBack('gw2')).toEqual([]);
  });
});
