import { createPublicKey, randomBytes, verify, type JsonWebKey } from 'node:crypto';
import { KeyProvider, type KeySet } from '@towpath/persistence';
import { Webhook } from 'standardwebhooks';
import { newSecret } from '../../endpoints/webhook-endpoints/endpoint-seal.js';
import { SigningKeys } from './signing-keys.js';
import { WebhookSigner, type SignedContent } from './webhook-signer.js';

class FixedKeys extends KeyProvider {
  constructor(private readonly set: KeySet) {
    super();
  }

  override keySet(): KeySet {
    return this.set;
  }
}

const [old, fresh] = [randomBytes(32), randomBytes(32)];
const keysWith = (current: string) =>
  new SigningKeys(
    new FixedKeys({
      current,
      keys: new Map([
        ['v1', old],
        ['v2', fresh],
      ]),
    }),
  );
const keys = keysWith('v1');
const signer = new WebhookSigner(keys);
const secret = newSecret();
const body = Buffer.from('{"name":"Zoë","amount":"12.00 €"}', 'utf8');
const content = (change: Partial<SignedContent> = {}): SignedContent => ({
  eventId: '01JQ0000000000000000000EVT',
  body,
  at: new Date(),
  secrets: [secret],
  kinds: ['v1', 'service_signature'],
  ...change,
});
const signed = (change: Partial<SignedContent> = {}) => signer.headers(content(change));
const verifies = (headers: Record<string, string>, withSecret = secret, text = body) =>
  new Webhook(withSecret).verify(text, headers);

describe('the v1 signature', () => {
  it('is accepted by an independent implementation', () => {
    expect(verifies(signed())).toMatchObject({ name: 'Zoë' });
  });

  it('is accepted with either secret while both are valid', () => {
    const other = newSecret();
    const headers = signed({ secrets: [other, secret] });
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const each of [secret, other]) expect(verifies(headers, each)).toBeTruthy();
  });

  it('is refused for another secret, other bytes, another ID and another time', () => {
    const headers = signed();
    const changed = [
      () => verifies(headers, newSecret()),
      () => verifies(headers, secret, Buffer.concat([body, Buffer.from(' ')])),
      () => verifies({ ...headers, 'webhook-id': 'other' }),
      () => verifies({ ...headers, 'webhook-timestamp': '1' }),
      () => verifies(signed({ at: new Date(Date.now() - 3_600_000) })),
    ];
    for (const attempt of changed) expect(attempt).toThrow();
  });
});

describe('the Service-Signature header', () => {
  it('is verified over the body alone with the published PEM', () => {
    const signature = Buffer.from(signed()['service-signature'] ?? '', 'base64');
    const key = createPublicKey(keys.publicKeyPem());
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(verify('sha256', body, key, signature)).toBe(true);
    expect(verify('sha256', Buffer.from('{}'), key, signature)).toBe(false);
  });

  it('is absent when it is switched off', () => {
    expect(signed({ kinds: ['v1'] })).not.toHaveProperty('service-signature');
  });
});

describe('the v1a signature', () => {
  it('is verified with the Ed25519 key of the key set', () => {
    const headers = signed({ kinds: ['v1a'] });
    const [, entry = ''] = /^v1a,(.+)$/.exec(headers['webhook-signature'] ?? '') ?? [];
    const jwk = keys.published().find(({ crv }) => crv === 'Ed25519');
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`;
    expect(verify(null, Buffer.from(text), key, Buffer.from(entry, 'base64'))).toBe(true);
    expect(verify(null, Buffer.from(`${text} `), key, Buffer.from(entry, 'base64'))).toBe(false);
  });

  it('is sent with v1, and no signature header is sent when neither is chosen', () => {
    const both = signed({ kinds: ['v1', 'v1a'] })['webhook-signature']?.split(' ');
    expect(both?.map((entry) => entry.split(',')[0])).toEqual(['v1', 'v1a']);
    expect(signed({ kinds: ['service_signature'] })).not.toHaveProperty('webhook-signature');
  });
});

describe('the published signing keys', () => {
  it('cover all versions, each with its own ID and without a private part', () => {
    const published = keys.published();
    expect(published.map(({ kty, crv, alg }) => [kty, crv, alg])).toEqual([
      ['EC', 'P-256', 'ES256'],
      ['OKP', 'Ed25519', 'EdDSA'],
      ['EC', 'P-256', 'ES256'],
      ['OKP', 'Ed25519', 'EdDSA'],
    ]);
    expect(new Set(published.map(({ kid }) => kid)).size).toBe(4);
    for (const key of published) expect(key).not.toHaveProperty('d');
  });

  it('are the same on every replica, and change with the current version', () => {
    expect(keysWith('v1').publicKeyPem()).toBe(keys.publicKeyPem());
    expect(keysWith('v2').publicKeyPem()).not.toBe(keys.publicKeyPem());
    expect(keysWith('v2').published()).toEqual(keys.published());
  });
});
