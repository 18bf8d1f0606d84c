import type { Logger } from '@towpath/observability';
import { InstitutionConnectionsService } from './institution-connections.service.js';
import type { InstitutionConnector } from './institution-connector.js';

const testOnly = {
  appType: 'TEST',
  institutionIds: ['testbank'],
} as unknown as InstitutionConnector;

// Nothing here logs.
const logger = undefined as unknown as Logger;

describe('the registry of institution connectors', () => {
  const registry = new InstitutionConnectionsService([testOnly], logger);

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
    expect(() => new InstitutionConnectionsService([testOnly, testOnly], logger)).toThrow(
      /two institution/,
    );
  });
});
