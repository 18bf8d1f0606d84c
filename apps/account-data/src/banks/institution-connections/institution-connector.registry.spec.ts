import { InstitutionConnectorRegistry } from './institution-connector.registry.js';
import type { InstitutionConnector } from './institution-connector.js';

const testOnly = {
  appType: 'TEST',
  institutionIds: ['testbank'],
} as unknown as InstitutionConnector;

describe('the registry of institution connectors', () => {
  const registry = new InstitutionConnectorRegistry([testOnly]);

  it('finds a connector by the type of the app and the institution', () => {
    expect(registry.get({ appType: 'TEST', institutionId: 'testbank' })).toBe(testOnly);
  });

  it.each([
    { appType: 'LIVE', institutionId: 'testbank' },
    { appType: 'TEST', institutionId: 'kestrel-bank-mys' },
  ] as const)('refuses %j when there is no connector for it', (place) => {
    expect(() => registry.get(place)).toThrow(
      expect.objectContaining({ code: 'INSTITUTION_NOT_CONNECTED' }),
    );
  });

  it('does not start with two connectors for the same app type and institution', () => {
    expect(() => new InstitutionConnectorRegistry([testOnly, testOnly])).toThrow(/two institution/);
  });
});
