import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** The key pair of the fake mandate service: it opens what a real browser has sealed. */
export class FakeKeys {
  readonly keyId = 'fake-key-1';
  private readonly pair = generateKeyPairSync('rsa', { modulusLength: 2048 });

  jwks(): object {
    const jwk = this.pair.publicKey.export({ format: 'jwk' });
    return { keys: [{ ...jwk, kid: this.keyId, use: 'enc' }] };
  }

  /** Throws for anything that was not sealed for this key, or was changed on its way. */
  open(sealed: Record<string, unknown>): unknown {
    const part = (name: string) => Buffer.from(String(sealed[name]), 'base64');
    if (sealed['key_id'] !== this.keyId) throw new Error('unknown key');
    const messageKey = privateDecrypt(
      { key: this.pair.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      part('envelope_encryption_key'),
    );
    const iv = part('initialization_vector');
    const decipher = createDecipheriv('aes-256-gcm', messageKey, iv, { authTagLength: 16 });
    decipher.setAuthTag(part('message_authentication_code'));
    const text = decipher.update(part('ciphertext'), undefined, 'utf8') + decipher.final('utf8');
    return JSON.parse(text);
  }
}
