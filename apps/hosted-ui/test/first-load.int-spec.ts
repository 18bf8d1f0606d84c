import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Payer } from '../dev/walk/visitors.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { LANGUAGES } from '../src/shared/i18n/languages.js';
import { HostedSite } from './hosted-site.js';

const LIMIT_BYTES = 60 * 1024;
const DIST = join(import.meta.dirname, '../dist');

const PAGES: Readonly<Record<string, string>> = { link: 'link.html', mandate: 'mandate.html' };

jest.setTimeout(60_000);

let hosted: HostedSite;

beforeAll(async () => {
  hosted = await HostedSite.start();
});
afterEach(() => hosted.closePayers());
afterAll(() => hosted.stop());

/** Bytes on the wire of one file, as the gateway sends it to a browser that takes gzip alone. */
async function weight(path: string): Promise<number> {
  const name = path.slice('/hosted/'.length);
  const file = join(DIST, name.includes('.') ? name : (PAGES[name] ?? 'index.html'));
  const ready = `${file}.gz`;
  return existsSync(ready) ? (await readFile(ready)).length : gzipSync(await readFile(file)).length;
}

describe('the first load', () => {
  it.each(LANGUAGES)(
    'the payment page loads at most 60 KB until its card form shows in %s',
    async (language) => {
      const speaker = speakerOf(language);
      const page = await (await hosted.payer()).newPage();
      const asked: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin === hosted.site.origin && pathname.startsWith('/hosted/')) asked.push(pathname);
      });
      await page.goto(hosted.site.open('pay', 'success', speaker.views.pay).url);
      await new Payer(page).seesCardForm();
      expect(asked.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
      expect(asked.some((path) => path.endsWith('.css'))).toBe(true);
      const weights = await Promise.all(asked.map(weight));
      const total = weights.reduce((sum, bytes) => sum + bytes, 0);
      expect(total).toBeGreaterThan(5 * 1024);
      expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
    },
  );
});

describe('the first load of the link page', () => {
  it.each(LANGUAGES)(
    'the link page loads at most 60 KB until its banks show in %s',
    async (language) => {
      const page = await (await hosted.payer()).newPage();
      const asked: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin === hosted.site.origin && pathname.startsWith('/hosted/')) asked.push(pathname);
      });
      await page.goto(hosted.site.open('link', 'success', speakerOf(language).views.link).url);
      await page.locator('.bank').first().waitFor();
      const weights = await Promise.all(asked.map(weight));
      const total = weights.reduce((sum, bytes) => sum + bytes, 0);
      expect(total).toBeGreaterThan(5 * 1024);
      expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
    },
  );
});

describe('what the gateway sends compressed', () => {
  it('each compressed file holds what the plain file holds', async () => {
    const folder = join(DIST, 'assets');
    const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const name of scripts) {
      const plain = await readFile(join(folder, name), 'utf8');
      const [gzip, brotli] = await Promise.all(
        ['gz', 'br'].map((suffix) => readFile(join(folder, `${name}.${suffix}`))),
      );
      expect(gzip && gunzipSync(gzip).toString()).toBe(plain);
      expect(brotli && brotliDecompressSync(brotli).toString()).toBe(plain);
    }
  });
});
