import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { jest } from '@jest/globals';
import { WebhookVerifier, type ReceivedHeaders } from './index.js';

const SECRET = `whsec_${Buffer.from('a secret of one endpoint').toString('base64')}`;
const APP = '01JQ0000000000000000000APP';
const BODY = JSON.stringify({
  event_type: 'PAYMENT_EXECUTED',
  customer_app_id: APP,
  payment_id: 'P',
});
const pair = () => ({
  ecdsa: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ed25519: generateKeyPairSync('ed25519'),
});
type Pair = ReturnType<typeof pair>;
const ours = pair();
const now = () => Math.floor(Date.now() / 1_000);

interface Signing {
  readonly seconds?: number;
  readonly secret?: string;
  readonly by?: Pair;
  readonly kinds?: readonly string[];
}

/** As the service signs. */
function headersOf(
  body: string,
  { seconds = now(), secret = SECRET, by = ours, kinds }: Signing = {},
) {
  const signed = Buffer.from(`evt.${seconds}.${body}`);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const entries = {
    v1: `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    v1a: `v1a,${sign(null, signed, by.ed25519.privateKey).toString('base64')}`,
  };
  const wanted = kinds ?? ['v1', 'service'];
  const inStandard = Object.entries(entries).filter(([kind]) => wanted.includes(kind));
  const service = sign('sha256', Buffer.from(body), by.ecdsa.privateKey).toString('base64');
  return {
    'webhook-id': 'evt',
    'webhook-timestamp': String(seconds),
    'webhook-signature': inStandard.map(([, entry]) => entry).join(' '),
    ...(wanted.includes('service') ? { 'service-signature': service } : {}),
  };
}

/** The published keys of some pairs, and how often they were asked for. */
function publishing(...pairs: Pair[]) {
  const jwk = (key: KeyObject, alg: string) => ({
    ...key.export({ format: 'jwk' }),
    alg,
    use: 'sig',
  });
  const published = { pairs, asked: 0 };
  const fetch = () => {
    published.asked += 1;
    const keys = published.pairs.flatMap(({ ecdsa, ed25519 }) => [
      jwk(ecdsa.publicKey, 'ES256'),
      jwk(ed25519.publicKey, 'EdDSA'),
    ]);
    return Promise.resolve(Response.json({ keys }));
  };
  return { published, options: { baseUrl: 'https://api.example.com', fetch } };
}

const bySecret = new WebhookVerifier({ secret: SECRET, customerAppId: APP });
const fault = (name: string) => expect.objectContaining({ fault: name }) as unknown;

describe('a webhook that is verified with the secret', () => {
  it('is the event, in each form in which a server has body and headers', async () => {
    const headers = headersOf(BODY);
    const forms: ReceivedHeaders[] = [
      headers,
      new Headers(headers),
      { 'Webhook-Id': ['evt'], ...headers },
    ];
    for (const form of forms) {
      const event = await bySecret.verify(BODY, form);
      // The type of the event decides its other members.
      if (event.event_type !== 'PAYMENT_EXECUTED') throw new Error('it is another event');
      expect(event.payment_id).toBe('P');
    }
    expect(await bySecret.verify(Buffer.from(BODY), headers)).toEqual(JSON.parse(BODY));
  });

  it.each<[string, string, ReceivedHeaders, string]>([
    ['without a signature', BODY, {}, 'NOT_SIGNED'],
    ['with a changed body', BODY.replace('EXECUTED', 'FAILED'), headersOf(BODY), 'WRONG_SIGNATURE'],
    ['with another ID', BODY, { ...headersOf(BODY), 'webhook-id': 'x' }, 'WRONG_SIGNATURE'],
    [
      'with another time',
      BODY,
      { ...headersOf(BODY), 'webhook-timestamp': '1' },
      'WRONG_SIGNATURE',
    ],
    ['with another secret', BODY, headersOf(BODY, { secret: 'whsec_AAAA' }), 'WRONG_SIGNATURE'],
    ['that is old', BODY, headersOf(BODY, { seconds: now() - 301 }), 'TOO_OLD_OR_NEW'],
    ['from the future', BODY, headersOf(BODY, { seconds: now() + 302 }), 'TOO_OLD_OR_NEW'],
    ['that is no event', '{}', headersOf('{}'), 'NO_EVENT'],
    ['that is no JSON', 'null', headersOf('null'), 'NO_EVENT'],
    [
      'with an empty signature',
      BODY,
      { ...headersOf(BODY), 'webhook-signature': 'v1,' },
      'WRONG_SIGNATURE',
    ],
    [
      'with a signature that is no whole base64',
      BODY,
      { ...headersOf(BODY), 'webhook-signature': 'v1,AAAAA' },
      'WRONG_SIGNATURE',
    ],
  ])('is refused %s', async (_what, body, headers, name) => {
    await expect(bySecret.verify(body, headers)).rejects.toEqual(fault(name));
  });

  it('is refused if it belongs to another app', async () => {
    const verifier = new WebhookVerifier({ secret: SECRET, customerAppId: 'another' });
    await expect(verifier.verify(BODY, headersOf(BODY))).rejects.toEqual(fault('OTHER_APP'));
  });

  it('is accepted under each secret while one is rotated, and in the time that is allowed', async () => {
    const both = new WebhookVerifier({ secret: ['whsec_AAAA', SECRET], toleranceSeconds: 3_600 });
    expect(await both.verify(BODY, headersOf(BODY, { seconds: now() - 3_000 }))).toBeDefined();
  });
});

describe('a webhook that is verified with the published keys', () => {
  it.each([[['service']], [['v1a']], [['v1', 'v1a', 'service']]])(
    'is the event: %p',
    async (kinds) => {
      const { options } = publishing(ours);
      expect(
        await new WebhookVerifier(options).verify(BODY, headersOf(BODY, { kinds })),
      ).toBeDefined();
    },
  );

  it.each([['service'], ['v1a']])('is refused with a wrong signature: %s', async (kind) => {
    const verifier = new WebhookVerifier(publishing(ours).options);
    const other = headersOf(BODY, { kinds: [kind], by: pair() });
    await expect(verifier.verify(BODY, other)).rejects.toEqual(fault('WRONG_SIGNATURE'));
    const headers = headersOf(BODY, { kinds: [kind] });
    await expect(verifier.verify(`${BODY} `, headers)).rejects.toEqual(fault('WRONG_SIGNATURE'));
  });

  it('asks for the keys once, and again for a key that it does not know, but not for each forger', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { published, options } = publishing(ours);
    const verifier = new WebhookVerifier(options);
    const next = pair();
    const verify = (by: Pair) => verifier.verify(BODY, headersOf(BODY, { kinds: ['service'], by }));
    await Promise.all([verify(ours), verify(ours), verify(ours)]);
    jest.advanceTimersByTime(1_000);
    await expect(verify(next)).rejects.toEqual(fault('WRONG_SIGNATURE'));
    expect(published.asked).toBe(1);
    published.pairs = [ours, next];
    jest.advanceTimersByTime(61_000);
    expect(await verify(next)).toBeDefined();
    expect(published.asked).toBe(2);
  });

  it('accepts each webhook of a new key, also those that wait for the same question', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { published, options } = publishing(ours);
    const verifier = new WebhookVerifier(options);
    const next = pair();
    const verify = (by: Pair) => verifier.verify(BODY, headersOf(BODY, { kinds: ['service'], by }));
    await verify(ours);
    published.pairs = [next];
    jest.advanceTimersByTime(61_000);
    const all = await Promise.all([verify(next), verify(next), verify(next)]);
    expect([all.length, published.asked]).toEqual([3, 2]);
  });

  it('keeps the keys that it has while no others can be fetched', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { options } = publishing(ours);
    let isDown = false;
    const fetch = () => (isDown ? Promise.reject(new TypeError('down')) : options.fetch());
    const verifier = new WebhookVerifier({ ...options, fetch });
    const verify = (by: Pair) => verifier.verify(BODY, headersOf(BODY, { kinds: ['service'], by }));
    await verify(ours);
    isDown = true;
    jest.advanceTimersByTime(61_000);
    await expect(verify(pair())).rejects.toThrow('down');
    expect(await verify(ours)).toBeDefined();
  });

  it('asks again after the keys could not be fetched', async () => {
    const { options } = publishing(ours);
    let isDown = true;
    const fetch = () => (isDown ? Promise.reject(new TypeError('down')) : options.fetch());
    const verifier = new WebhookVerifier({ ...options, fetch });
    const headers = headersOf(BODY, { kinds: ['service'] });
    await expect(verifier.verify(BODY, headers)).rejects.toThrow('down');
    isDown = false;
    expect(await verifier.verify(BODY, headers)).toBeDefined();
  });
});

it.each(['', 'v1,AAAA'])(
  'a replay with the signatures "%s" is refused although its service-signature is right',
  async (spoiled) => {
    const verifier = new WebhookVerifier({ secret: SECRET, ...publishing(ours).options });
    const headers = { ...headersOf(BODY, { seconds: 1 }), 'webhook-signature': spoiled };
    await expect(verifier.verify(BODY, headers)).rejects.toEqual(fault('WRONG_SIGNATURE'));
  },
);

it('a verifier needs something to verify with', () => {
  expect(() => new WebhookVerifier({})).toThrow('Name a secret, a baseUrl or both.');
});
