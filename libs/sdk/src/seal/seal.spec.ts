import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { sealChecklist, sealCredentials } from './index.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1' };
const bytes = (text: string) => Buffer.from(text, 'base64');

/** As the service opens it, without WebCrypto. */
function opened(sealed: Awaited<ReturnType<typeof sealCredentials>>): unknown {
  const messageKey = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    bytes(sealed.envelopeEncryptionKey),
  );
  const iv = bytes(sealed.initializationVector);
  const decipher = createDecipheriv('aes-256-gcm', messageKey, iv, { authTagLength: 16 });
  decipher.setAuthTag(bytes(sealed.messageAuthenticationCode));
  const plain = Buffer.concat([decipher.update(bytes(sealed.ciphertext)), decipher.final()]);
  return JSON.parse(plain.toString('utf8'));
}

it('sealed credentials are what the private key opens, and never the same bytes twice', async () => {
  const typed = { user_id: 'usergood', password: '陳大文' };
  const [one, other] = [await sealCredentials(typed, key), await sealCredentials(typed, key)];
  expect([opened(one), opened(other), one.keyId]).toEqual([typed, typed, 'key-1']);
  expect(one.ciphertext).not.toBe(other.ciphertext);
  expect(bytes(one.initializationVector)).toHaveLength(16);
});

it('a sealed checklist has the names of its operation', async () => {
  const items = [{ type: 'ENDUSER_CONSENT', name: 'CONSENT', value: true }];
  const sealed = await sealChecklist(items, key);
  const open = opened({
    keyId: sealed.key_id,
    envelopeEncryptionKey: sealed.envelope_encryption_key,
    initializationVector: sealed.initialization_vector,
    messageAuthenticationCode: sealed.message_authentication_code,
    ciphertext: sealed.ciphertext,
  });
  expect(open).toEqual({ items });
});
