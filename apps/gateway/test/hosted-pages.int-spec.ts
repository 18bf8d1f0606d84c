import { temporaryFolder } from '@towpath/local-system';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

const FIELDS = 'https://fields.example.com';
const PAGE = '<!doctype html><meta name="embedding-origins" content="" /><p>Pay';
const MANDATE_PAGE = PAGE.replace('Pay', 'Direct debit');
const LINK_PAGE = PAGE.replace('Pay', 'Link');

describe('the hosted pages', () => {
  const outside = temporaryFolder();
  const folder = join(outside, 'dist');
  let gateway: RunningGateway;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'mandate.html'), MANDATE_PAGE);
    writeFileSync(join(folder, 'link.html'), LINK_PAGE);
    writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'assets', 'index-abc.js'), 'start()');
    writeFileSync(join(folder, 'assets', 'index-big.js'), 'start()');
    writeFileSync(join(folder, 'assets', 'index-big.js.br'), brotliCompressSync('start()'));
    writeFileSync(join(folder, 'assets', 'index-big.js.gz'), gzipSync('start()'));
    writeFileSync(join(folder, 'notes.txt'), 'private notes');
    writeFileSync(join(outside, 'secret.txt'), 'private notes');
    gateway = await startGateway({ HOSTED_UI_DIR: folder, CARD_FIELDS_ORIGINS: FIELDS });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(outside, { recursive: true });
  });

  const get = (path: string) => fetch(`${gateway.publicUrl}${path}`);

  it('come with headers that let nothing in and nothing out', async () => {
    const answer = await get('/hosted/pay?token=abc');
    expect(await answer.text()).toBe(PAGE);
    const policy = answer.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy.toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `frame-src ${FIELDS}`,
      "img-src 'self' https:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('are one for payments, one for mandates and one for links, equally guarded', async () => {
    const pages = ['pay', 'mandate', 'link'].map((page) => get(`/hosted/${page}`));
    const [pay, mandate, link] = (await Promise.all(pages)) as [Response, Response, Response];
    expect(await link.text()).toBe(LINK_PAGE);
    expect(guardsOf(link)).toEqual(guardsOf(pay));
    expect(await mandate.text()).toBe(MANDATE_PAGE);
    expect(guardsOf(mandate)).toEqual(guardsOf(pay));
  });

  it('may be framed only by the sites of the app whose link they show', async () => {
    const framing = async (query: string) => {
      const answer = await get(`/hosted/pay?${query}`);
      const { headers } = answer;
      const named = /embedding-origins" content="([^"]*)"/.exec(await answer.text())?.[1];
      const policy = headers.get('content-security-policy')?.split('; ') ?? [];
      const ancestors = policy.find((part) => part.startsWith('frame-ancestors '));
      return [ancestors, named, headers.get('x-frame-options')];
    };
    const nobody = ["frame-ancestors 'none'", '', 'DENY'];
    const shop = ['frame-ancestors https://shop.example', 'https://shop.example', null];
    const { app } = await gateway.createApp();
    const { app: other } = await gateway.createApp();
    const token = (id: string) => `token=${id}.${id}.proof`;
    expect(await framing(token(app.id))).toEqual(nobody);

    const redirectUris = ['https://shop.example/back', 'shopapp://back'];
    await gateway.app
      .get(CustomerAppsService)
      .update({ id: app.id, actor: 'test', changes: { redirectUris } });
    expect(await framing(token(app.id))).toEqual(shop);
    // What a reload asks for, once the page has taken the token out of its address.
    expect(await framing(`link=${app.id}.${app.id}`)).toEqual(shop);
    expect(await framing(token(other.id))).toEqual(nobody);
    expect(await framing(`${token(other.id)}&${token(app.id)}`)).toEqual(nobody);
    expect(await framing('token=01K8Z3V5Q4M7N2R6T9W1X0Y8AD.x.y')).toEqual(nobody);
    expect(await framing('')).toEqual(nobody);
    // The page of a bank link sends its last form to these sites, the others to nobody.
    const { headers } = await get(`/hosted/link?link=${app.id}.${app.id}`);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(expect.arrayContaining([shop[0], 'form-action https://shop.example']));

    const apps = gateway.app.get(CustomerAppsService);
    await apps.disable({ id: app.id, actor: 'test' });
    expect(await framing(token(app.id))).toEqual(nobody);
  });

  it('keep their hashed files for ever, and only when they are there', async () => {
    const asset = await get('/hosted/assets/index-abc.js');
    expect(await asset.text()).toBe('start()');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toMatch(/javascript/);
    const missing = await get('/hosted/assets/index-old.js');
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await missing.json()).toMatchObject({ error: { error_code: 'ROUTE_NOT_FOUND' } });
  });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('send their files as %s to a browser that takes %s', async (encoding, accepted) => {
    const path = '/hosted/assets/index-big.js';
    const asset = await fetch(`${gateway.publicUrl}${path}`, {
      headers: { 'accept-encoding': accepted },
    });
    expect(asset.headers.get('content-encoding')).toBe(encoding);
    expect(asset.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(asset.headers.get('content-type')).toMatch(/javascript/);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await asset.text()).toBe('start()');
  });

  it('bring the icon that the page asks for', async () => {
    const icon = await get('/hosted/icon.svg');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it.each([
    ['/hosted/assets/../notes.txt'],
    ['/hosted/assets/..%2fnotes.txt'],
    ['/hosted/assets/%2e%2e%2fnotes.txt'],
    ['/hosted/assets/%2e%2e%2f%2e%2e%2fsecret.txt'],
    ['/hosted/assets/..%5cnotes.txt'],
    ['/hosted/assets/%252e%252e%252fnotes.txt'],
    ['/hosted/assets//etc/passwd'],
    ['/hosted/assets/%2fetc%2fpasswd'],
    ['/hosted/assets/index-abc.js%00.txt'],
    ['/hosted/assets/%'],
    ['/hosted/assets/'],
    ['/hosted/notes.txt'],
    ['/hosted/'],
  ])('never leave their folder: %s', async (path) => {
    const { status, body } = await rawGet(gateway.publicUrl, path);
    expect([400, 403, 404]).toContain(status);
    expect(body).not.toContain('private notes');
    expect(JSON.parse(body)).toHaveProperty('error.error_code');
  });
});

describe('hosted pages that were never built', () => {
  it('answer 503 and say so', async () => {
    const gateway = await startGateway({
      HOSTED_UI_DIR: '/nowhere',
      OPENAPI_FILE: '/nowhere/openapi.json',
    });
    try {
      for (const path of ['/hosted/pay', '/openapi.json']) {
        const answer = await fetch(`${gateway.publicUrl}${path}`);
        expect(answer.status).toBe(503);
        const { error } = (await answer.json()) as { error: Record<string, string> };
        expect(error['error_code']).toBe('SERVICE_UNAVAILABLE');
        expect(error['details']).toMatch(/been (built|generated)/);
        expect(JSON.stringify(error)).not.toContain('/nowhere');
      }
      expect((await fetch(`${gateway.publicUrl}/hosted/assets/x.js`)).status).toBe(404);
    } finally {
      await gateway.stop();
    }
  });
});

/** What protects a page. */
function guardsOf({ headers }: Response) {
  return Object.fromEntries([...headers].filter(([name]) => !/date|length|request-id/.test(name)));
}

/** The path as it is written: `fetch` would tidy it up. */
function rawGet(base: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.once('error', reject).end();
  });
}
