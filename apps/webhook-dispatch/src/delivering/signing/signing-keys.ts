import { Injectable } from '@nestjs/common';
import type { Jwk } from '@towpath/contracts';
import { KeyProvider } from '@towpath/persistence';
import { createHash, type KeyObject } from 'node:crypto';
import { WEBHOOK_SIGNING_KEY } from '../../persistence/key-purposes.js';
import { ecdsaPair, ed25519Pair, type KeyPair } from './key-pairs.js';

interface SigningPairs {
  readonly ecdsa: KeyPair;
  readonly ed25519: KeyPair;
}

/**
 * The service's own key pairs, derived from the mounted key and kept. The current version signs; all
 * versions are published, so that a new one is known before it is made the current one.
 */
@Injectable()
export class SigningKeys {
  private known: ReadonlyMap<string, SigningPairs> | undefined;

  constructor(private readonly keys: KeyProvider) {}

  get current(): SigningPairs {
    const pairs = this.versions().get(this.keys.keySet(WEBHOOK_SIGNING_KEY).current);
    if (!pairs) throw new Error('the current signing key is not listed');
    return pairs;
  }

  /** Public keys of all versions as JWKs. */
  published(): Jwk[] {
    return [...this.versions().values()].flatMap(({ ecdsa, ed25519 }) => [
      jwkOf(ecdsa.publicKey, 'ES256'),
      jwkOf(ed25519.publicKey, 'EdDSA'),
    ]);
  }

  /** The key that verifies `Service-Signature`, as SubjectPublicKeyInfo. */
  publicKeyPem(): string {
    return this.current.ecdsa.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  }

  private versions(): ReadonlyMap<string, SigningPairs> {
    this.known ??= new Map(
      [...this.keys.keySet(WEBHOOK_SIGNING_KEY).keys].map(([version, secret]) => [
        version,
        { ecdsa: ecdsaPair(secret), ed25519: ed25519Pair(secret) },
      ]),
    );
    return this.known;
  }
}

/** Its ID is the thumbprint of RFC 7638, so that readers can verify it. */
function jwkOf(publicKey: KeyObject, alg: string): Jwk {
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const members = JSON.stringify(y === undefined ? { crv, kty, x } : { crv, kty, x, y });
  const kid = createHash('sha256').update(members).digest('base64url');
  return { kty, crv, x, ...(y === undefined ? {} : { y }), kid, use: 'sig', alg } as Jwk;
}
