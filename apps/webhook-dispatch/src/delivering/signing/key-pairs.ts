import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/** Order of the group of P-256. */
const P256_ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** 128 bits more than the order has, so that the remainder favours no value. */
const SCALAR_SEED_BYTES = 48;
const SCALAR_BYTES = 32;
const ED25519_SEED_BYTES = 32;
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The ECDSA P-256 pair of a 32-byte secret: the same secret gives the same pair, on every replica. */
export function ecdsaPair(secret: Buffer): KeyPair {
  const seed = derive(secret, { purpose: 'webhook ecdsa p-256', bytes: SCALAR_SEED_BYTES });
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (P256_ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(SCALAR_BYTES * 2, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: d.toString('base64url'),
    x: point.subarray(1, 1 + SCALAR_BYTES).toString('base64url'),
    y: point.subarray(1 + SCALAR_BYTES).toString('base64url'),
  };
  return pairOf(createPrivateKey({ key: jwk, format: 'jwk' }));
}

/** The Ed25519 pair of a 32-byte secret. */
export function ed25519Pair(secret: Buffer): KeyPair {
  const seed = derive(secret, { purpose: 'webhook ed25519', bytes: ED25519_SEED_BYTES });
  const key = Buffer.concat([ED25519_PKCS8, seed]);
  return pairOf(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

function derive(
  secret: Buffer,
  { purpose, bytes }: { readonly purpose: string; readonly bytes: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}

function pairOf(privateKey: KeyObject): KeyPair {
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
