import { DomainError } from '@towpath/kernel';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

import { CachedKeySource } from './public-key-source.js';
import { TokenCache, TokenVerifier } from './token-verifier.js';

interface World {
  now: number;
  keys: JWK[];
  reads: number;
  down: boolean;
  readonly failures: unknown[];
  readonly source: CachedKeySource;
  readonly verifier: TokenVerifier;
  add(keyId: string): Promise<void>;
  sign(keyId: string, claims?: object): Promise<string>;
}

function newWorld(): World {
  const secrets = new Map<string, CryptoKey>();
  const world = { now: 1_800_000_000_000, keys: [] as JWK[], reads: 0, down: false };
  const failures: unknown[] = [];
  const source = new CachedKeySource({
    fetchKeySet: () => {
      state.reads += 1;
      if (state.down) return Promise.reject(new Error('gateway is down'));
      return Promise.resolve({ keys: state.keys });
    },
    now: () => state.now,
    lifetimeMs: 300_000,
    oldestMs: 400_000,
    minIntervalMs: 5_000,
    onFailure: (error) => failures.push(error),
  });
  const state: World = Object.assign(world, {
    failures,
    source,
    verifier: new TokenVerifier(source, { now: () => state.now }),
    async add(keyId: string) {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      secrets.set(keyId, privateKey);
      state.keys = [...state.keys, { ...(await exportJWK(publicKey)), kid: keyId }];
    },
    sign(keyId: string, claims: object = {}) {
      const issued = Math.floor(state.now / 1000);
      const secret = secrets.get(keyId);
      if (!secret) throw new Error('no such key');
      return new SignJWT({
        aud: 'public',
        sub: 's',
        iat: issued,
        exp: issued + 600,
        jti: 'j',
        token_use: 'customer',
        customer_app_id: 'a',
        scopes: [],
        gen: 1,
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: keyId })
        .sign(secret);
    },
  });
  return state;
}

async function codeOf(verification: Promise<unknown>): Promise<string> {
  const error: unknown = await verification.then(
    () => new Error('it was accepted'),
    (failure: unknown) => failure,
  );
  return error instanceof DomainError ? error.code : String(error);
}

let world: World;
beforeEach(async () => {
  world = newWorld();
  await world.add('k1');
});

describe('TokenVerifier', () => {
  it('reads the key set once for many tokens', async () => {
    await world.verifier.verify(await world.sign('k1'));
    await world.verifier.verify(await world.sign('k1', { jti: 'other' }));
    expect(world.reads).toBe(1);
  });

  it('remembers a verified token only until it expires', async () => {
    const token = await world.sign('k1');
    await world.verifier.verify(token);
    world.now += 599_000;
    await world.verifier.verify(token);
    world.now += 2_000;
    expect(await codeOf(world.verifier.verify(token))).toBe('TOKEN_EXPIRED');
    expect(await codeOf(world.verifier.verify(token))).toBe('TOKEN_EXPIRED');
  });

  it('fetches a new key for the first token that names it', async () => {
    await world.verifier.verify(await world.sign('k1'));
    await world.add('k2');
    world.now += 6_000;
    await expect(world.verifier.verify(await world.sign('k2'))).resolves.toBeDefined();
  });

  it('fetches keys at most once per interval for key IDs that do not exist', async () => {
    await world.verifier.verify(await world.sign('k1'));
    await world.add('forged');
    world.keys = world.keys.filter(({ kid }) => kid === 'k1');
    world.now += 6_000;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const token = await world.sign('forged', { jti: String(attempt) });
      expect(await codeOf(world.verifier.verify(token))).toBe('UNAUTHORIZED');
    }
    expect(world.reads).toBe(2);
  });

  it('no longer accepts the tokens of a withdrawn key, remembered or not', async () => {
    const token = await world.sign('k1', { exp: Math.floor(world.now / 1000) + 3600 });
    await world.verifier.verify(token);
    world.keys = [];
    await world.add('k2');
    world.now += 301_000;
    await world.verifier.verify(token);
    await world.source.find('k2');
    expect(await codeOf(world.verifier.verify(token))).toBe('UNAUTHORIZED');
  });

  it('refuses every token when its keys are too old, unless the gateway has just failed', async () => {
    const token = await world.sign('k1', { exp: Math.floor(world.now / 1000) + 3600 });
    await world.verifier.verify(token);
    const published = world.keys;
    world.keys = [];
    world.down = true;
    world.now += 401_000;
    await expect(world.verifier.verify(token)).resolves.toBeDefined();
    world.down = false;
    world.now += 5_000;
    expect(await codeOf(world.verifier.verify(token))).toBe('UNAUTHORIZED');
    world.keys = published;
    world.now += 401_000;
    await expect(world.verifier.verify(token)).resolves.toBeDefined();
  });

  it('goes on with the keys it has while the gateway is down', async () => {
    await world.verifier.verify(await world.sign('k1'));
    world.down = true;
    world.now += 301_000;
    await expect(world.verifier.verify(await world.sign('k1'))).resolves.toBeDefined();
    await expect(
      world.verifier.verify(await world.sign('k1', { jti: '2' })),
    ).resolves.toBeDefined();
    expect(world.failures).toHaveLength(1);
  });

  it('reports that it cannot decide when it never had a key', async () => {
    world.down = true;
    expect(await codeOf(world.verifier.verify(await world.sign('k1')))).toBe(
      'Error: gateway is down',
    );
    world.down = false;
    world.now += 6_000;
    await expect(world.verifier.verify(await world.sign('k1'))).resolves.toBeDefined();
  });

  it.each<[string, object]>([
    ['an unknown use', { token_use: 'admin' }],
    ['a list as audience', { aud: ['public', 'mandate'] }],
    ['no generation', { gen: undefined }],
    ['a text as scopes', { scopes: 'payment:create' }],
    ['no end', { exp: undefined }],
    ['a start in the future', { nbf: 4_000_000_000 }],
  ])('refuses a signed token with %s', async (_case, claims) => {
    expect(await codeOf(world.verifier.verify(await world.sign('k1', claims)))).toBe(
      'UNAUTHORIZED',
    );
  });
});

describe('TokenCache', () => {
  it('removes the entry that was unused for longest', () => {
    const cache = new TokenCache(2);
    const entry = { claims: {} as never, keyId: 'k' };
    cache.set('a', entry);
    cache.set('b', entry);
    cache.get('a');
    cache.set('c', entry);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([entry, undefined, entry]);
    expect(cache.size).toBe(2);
  });

  it('keeps no token, only its hash', () => {
    expect(TokenCache.keyOf('secret')).not.toContain('secret');
  });
});
