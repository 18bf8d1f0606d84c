import { Clock } from '@towpath/kernel';
import { KeyedHash, KeyProvider, type KeySet } from '@towpath/persistence';
import { PublicBaseUrl, SignedUrls } from './signed-urls.js';

class OneKey extends KeyProvider {
  override keySet(): KeySet {
    return { current: 'v1', keys: new Map([['v1', Buffer.alloc(32, 1)]]) };
  }
}

class StoppedClock extends Clock {
  at = new Date('2026-03-01T12:00:00Z');
  override now(): Promise<Date> {
    return Promise.resolve(this.at);
  }
  override system(): Date {
    return this.at;
  }
}

const FILES = { purpose: 'file', route: 'files' };
const OTHERS = { purpose: 'other', route: 'files' };
let clock: StoppedClock;
let urls: SignedUrls;
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

beforeEach(() => {
  clock = new StoppedClock();
  const base = new PublicBaseUrl('https://api.example.com/');
  urls = new SignedUrls(new KeyedHash(new OneKey()), clock, base);
});

describe('a signed URL', () => {
  it('opens its file for 15 minutes', () => {
    const { url, expiry } = urls.link(FILES, ['app', 'all']);
    expect(url).toMatch(/^https:\/\/api\.example\.com\/files\/app\.all\./);
    expect(expiry).toBe('2026-03-01T12:15:00.000Z');
    expect(urls.open(FILES, tokenOf(url))).toEqual(['app', 'all']);
    clock.at = new Date('2026-03-01T12:14:59.999Z');
    expect(urls.open(FILES, tokenOf(url))).toEqual(['app', 'all']);
    clock.at = new Date('2026-03-01T12:15:00Z');
    expect(urls.open(FILES, tokenOf(url))).toBeNull();
  });

  it('opens nothing when a part, the expiry or the kind was changed', () => {
    const token = tokenOf(urls.link(FILES, ['app', 'all']).url);
    const [app, all, end, signature] = token.split('.');
    const forged = [
      `other.${all}.${end}.${signature}`,
      `${app}.${all}.${Number(end) + 1}.${signature}`,
      `${app}.${all}.${end}`,
      `${app}.${all}.${end}.`,
      `${app}.${all}.${end}.${signature}A`,
      signature ?? '',
      '',
    ];
    for (const each of forged) expect([each, urls.open(FILES, each)]).toEqual([each, null]);
    expect(urls.open(OTHERS, token)).toBeNull();
  });
});
