import { createHash, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);
const MODULUS_BITS = 3072;

/** The public half as RFC 7517 writes it. */
export interface PublicRsaKey {
  readonly kty: 'RSA';
  readonly kid: string;
  readonly use: 'enc';
  readonly alg: 'RSA-OAEP-256';
  readonly n: string;
  readonly e: string;
}

export interface NewRsaKey {
  readonly keyId: string;
  readonly publicKey: PublicRsaKey;
  /** PKCS #8, PEM. Secret. */
  readonly privateKey: string;
}

/** Its ID is its thumbprint (RFC 7638), so that no two keys share one. */
export async function newRsaKey(): Promise<NewRsaKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const { n = '', e = '' }: JsonWebKey = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return {
    keyId,
    publicKey: { kty: 'RSA', kid: keyId, use: 'enc', alg: 'RSA-OAEP-256', n, e },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
