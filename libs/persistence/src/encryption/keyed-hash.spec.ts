import { SpecimenKeys } from '../specimen/specimen-keys.js';
import { keyPurpose } from './key-provider.js';
import { KeyedHash } from './keyed-hash.js';

const SECRETS = keyPurpose('secrets');
const OTHERS = keyPurpose('others');
const APP = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let keys: SpecimenKeys;
let hashes: KeyedHash;

beforeEach(() => {
  keys = new SpecimenKeys();
  hashes = new KeyedHash(keys);
});

describe('a keyed hash', () => {
  it('is equal for equal values of one purpose only', () => {
    const stored = hashes.hash(SECRETS, 'value');
    expect(stored).toMatch(/^v1\.[\w-]{43}$/);
    expect(hashes.hash(SECRETS, 'value')).toBe(stored);
    expect(hashes.hash(SECRETS, 'valuf')).not.toBe(stored);
    expect(hashes.hash(OTHERS, 'value')).not.toBe(stored);
  });

  it('matches its value and no other', () => {
    const stored = hashes.hash(SECRETS, 'value');
    expect(hashes.verify(SECRETS, { stored, value: 'value' })).toBe(true);
    expect(hashes.verify(SECRETS, { stored, value: 'other' })).toBe(false);
    expect(hashes.verify(OTHERS, { stored, value: 'value' })).toBe(false);
    for (const broken of ['', '.', 'v1.', 'v9.abc', stored.slice(0, -1), `${stored}A`]) {
      expect(hashes.verify(SECRETS, { stored: broken, value: 'value' })).toBe(false);
    }
  });

  it('is found and verified after a rotation', () => {
    const stored = hashes.hash(SECRETS, 'value');
    const mac = hashes.mac(SECRETS, 'value');
    keys.rotate('v2');
    expect(hashes.hash(SECRETS, 'value')).toMatch(/^v2\./);
    expect(hashes.candidates(SECRETS, 'value')).toContain(stored);
    expect(hashes.macs(SECRETS, 'value')).toContainEqual(mac);
    expect(hashes.verify(SECRETS, { stored, value: 'value' })).toBe(true);
    keys.forget('v1');
    expect(hashes.verify(SECRETS, { stored, value: 'value' })).toBe(false);
  });
});

describe('a token of a personal value', () => {
  it('has 26 characters and is stable per app and value, also after a rotation', () => {
    const token = hashes.tokenize({ customerAppId: APP, value: 'Ann' });
    expect(token).toMatch(/^tok_[0-9a-hjkmnp-tv-z]{26}$/);
    keys.rotate('v2');
    expect(hashes.tokenize({ customerAppId: APP, value: 'Ann' })).toBe(token);
    expect(hashes.tokenize({ customerAppId: APP, value: 'Bea' })).not.toBe(token);
    expect(hashes.tokenize({ customerAppId: `${APP}2`, value: 'Ann' })).not.toBe(token);
  });

  it('is based on a digest that a rotation does not change', () => {
    const bytes = hashes.lastingMac('an item');
    keys.rotate('v2');
    expect(hashes.lastingMac('an item')).toEqual(bytes);
    expect(hashes.lastingMac('another')).not.toEqual(bytes);
  });

  it('uses all characters of its alphabet', () => {
    const seen = new Set<string>();
    for (let index = 0; index < 200; index += 1) {
      const token = hashes.tokenize({ customerAppId: APP, value: String(index) });
      [...token.slice(4)].forEach((letter) => seen.add(letter));
    }
    expect(seen.size).toBe(32);
  });
});
