import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { WebhookEndpoint, type EndpointPatch } from './webhook-endpoint.js';

const CREATED = { now: new Date('2026-03-01T00:00:00Z'), real: new Date('2026-01-01T00:00:00Z') };
const LATER = { now: new Date('2026-03-02T00:00:00Z'), real: new Date('2026-01-02T00:00:00Z') };

function endpoint(enabled = true): WebhookEndpoint {
  return WebhookEndpoint.create(
    { endpointId: 'E' as WebhookEndpointId, customerAppId: 'A' as CustomerAppId },
    {
      url: 'https://shop.example.com/hook',
      eventTypes: ['*'],
      description: null,
      enabled,
      headers: { 'X-Source': 'a' },
      rateLimitPerSecond: null,
      signatureKinds: ['v1'],
      secret: 'whsec_a',
    },
    CREATED,
  );
}

describe('a webhook endpoint', () => {
  it('changes the given members and keeps the rest', () => {
    const changed = endpoint();
    const { reopened } = changed.update({ description: 'Orders', headers: undefined }, LATER);
    expect(reopened).toBe(false);
    expect(changed.snapshot).toEqual({
      ...endpoint().snapshot,
      description: 'Orders',
      updatedAt: LATER.now,
    });
  });

  it.each<[string, boolean, EndpointPatch, boolean]>([
    ['is enabled', false, { enabled: true }, true],
    ['stays enabled', true, { enabled: true }, false],
    ['is disabled', true, { enabled: false }, false],
    ['moves while enabled', true, { url: 'https://shop.example.com/new' }, true],
    ['moves while disabled', false, { url: 'https://shop.example.com/new' }, false],
    ['moves and is disabled', true, { url: 'https://x.example', enabled: false }, false],
  ])(
    'that %s is reopened only when the change leaves it enabled',
    (_what, enabled, patch, expected) => {
      const changed = endpoint(enabled);
      expect(changed.update(patch, LATER).reopened).toBe(expected);
      expect(changed.snapshot.enabledAt).toBe(expected ? LATER.real : CREATED.real);
    },
  );

  it('is disabled by the service once, and keeps the reason until it is enabled again', () => {
    const failing = endpoint();
    expect(failing.disable('It answered 410 Gone.', LATER.now)).toBe(true);
    expect(failing.disable('Another reason.', LATER.now)).toBe(false);
    expect(failing.snapshot).toMatchObject({
      enabled: false,
      disabledReason: 'It answered 410 Gone.',
    });
    failing.update({ enabled: true }, LATER);
    expect(failing.snapshot.disabledReason).toBeNull();
  });

  it('puts a new secret before the old one', () => {
    const rotated = endpoint();
    rotated.rotate('whsec_b', LATER);
    expect(rotated.snapshot.secrets.map(({ secret }) => secret)).toEqual(['whsec_b', 'whsec_a']);
  });
});
