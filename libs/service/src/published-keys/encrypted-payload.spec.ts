import {
  constants,
  createCipheriv,
  createHash,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { openPayload, type EncryptedPayload } from './encrypted-payload.js';

const [mine, other] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [
  { publicKey: KeyObject; privateKey: KeyObject },
  { publicKey: KeyObject; privateKey: KeyObject },
];

interface Secret {
  readonly key: Buffer;
  readonly iv: Buffer;
}

function sealed({ key, iv }: Secret, publicKey: KeyObject): EncryptedPayload {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  const ciphertext = Buffer.concat([cipher.update('{}'), cipher.final()]);
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return {
    envelopeEncryptionKey: publicEncrypt({ key: publicKey, ...padding }, key).toString('base64'),
    initializationVector: iv.toString('base64'),
    messageAuthenticationCode: cipher.getAuthTag().toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  };
}

const anySecret = (): Secret => ({ key: randomBytes(32), iv: randomBytes(16) });
const markOf = (secret: Secret, { publicKey, privateKey } = mine) =>
  openPayload(sealed(secret, publicKey), privateKey).mark.toString('hex');

describe('the fingerprint of a payload', () => {
  it('is the same when its key is wrapped again, and differs for another payload', () => {
    const secret = anySecret();
    expect(markOf(secret)).toBe(markOf(secret));
    expect(markOf(anySecret())).not.toBe(markOf(secret));
  });

  it('is keyed with the private key, so that no other party can compute it', () => {
    const secret = anySecret();
    expect(markOf(secret, other)).not.toBe(markOf(secret));
    const plain = createHash('sha256').update(Buffer.concat([secret.key, secret.iv]));
    expect(markOf(secret)).not.toBe(plain.digest('hex'));
  });
});
