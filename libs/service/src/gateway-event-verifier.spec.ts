import { SIGNATURE_HEADER, signedContent, type SignedMessage } from '@towpath/messaging';
import { FlattenedSign, generateKeyPair, type CryptoKey } from 'jose';
import { EVENT_SIGNATURE, GatewayEventVerifier } from './gateway-event-verifier.js';

const KEY_ID = 'known';
const message: SignedMessage = {
  topic: 'topic',
  key: 'key',
  headers: { ce_id: 'id', sequence: '2' },
  value: '{}',
};

let privateKey: CryptoKey;
let verifier: GatewayEventVerifier;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  ({ privateKey } = pair);
  verifier = new GatewayEventVerifier({
    find: (keyId) => Promise.resolve(keyId === KEY_ID ? pair.publicKey : undefined),
    trusts: () => true,
  });
});

async function signatureBy(header: { alg: string; typ: string; kid: string }): Promise<string> {
  const jws = await new FlattenedSign(signedContent(message))
    .setProtectedHeader(header)
    .sign(privateKey);
  return `${jws.protected ?? ''}..${jws.signature}`;
}
const isGenuine = (signature: string, changes: Partial<SignedMessage> = {}) => {
  const headers = { ...message.headers, [SIGNATURE_HEADER]: signature };
  return verifier.isGenuine({ ...message, headers, ...changes });
};

describe('the verifier of signed events', () => {
  it('accepts an event that the gateway signed', async () => {
    const signature = await signatureBy({ ...EVENT_SIGNATURE, kid: KEY_ID });
    expect(await isGenuine(signature)).toBe(true);
    expect(await isGenuine(signature, { value: '{"a":1}' })).toBe(false);
  });

  it('refuses a signature that was made for a token, or with an unknown key', async () => {
    const asToken = await signatureBy({ alg: 'ES256', typ: 'JWT', kid: KEY_ID });
    const unknown = await signatureBy({ ...EVENT_SIGNATURE, kid: 'another' });
    expect(await isGenuine(asToken)).toBe(false);
    expect(await isGenuine(unknown)).toBe(false);
  });

  it.each(['', '..', 'e30..AAAA', 'bnVsbA..AAAA', 'eyJ..AAAA', 'a.b.c', `${'A'.repeat(9_000)}..A`])(
    'refuses a text that is not a signature: %.20s',
    async (signature) => {
      expect(await isGenuine(signature)).toBe(false);
    },
  );
});
