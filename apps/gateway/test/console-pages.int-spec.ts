import { temporaryFolder } from '@towpath/local-system';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

const CONSOLE = 'console.example.com';
const API = 'api.example.com';
const PLACE = 'NONCE-OF-THE-ANSWER';
const PAGE = `<!doctype html><meta property="csp-nonce" nonce="${PLACE}"><script nonce="${PLACE}">`;

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

describe('the page of the console', () => {
  const outside = temporaryFolder();
  const folder = join(outside, 'dist');
  let gateway: RunningGateway;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'assets', 'index-abc.js'), 'start()');
    writeFileSync(join(outside, 'secret.txt'), 'private notes');
    gateway = await startGateway({
      CONSOLE_DIR: folder,
      PUBLIC_CONSOLE_URL: `https://${CONSOLE}`,
      CONSOLE_OIDC_ISSUER: 'https://login.example.com',
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'a secret of the console',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(outside, { recursive: true });
  });

  /** `fetch` does not let a caller name a host. */
  const ask = (path: string, { host = CONSOLE, method = 'GET' } = {}): Promise<Answer> => {
    const { hostname, port } = new URL(gateway.publicUrl);
    return new Promise((resolve, reject) => {
      const call = request({ hostname, port, path, method, headers: { host } }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        const { statusCode: status = 0, headers } = answer;
        answer.on('end', () => resolve({ status, headers, body }));
      });
      call.once('error', reject).end();
    });
  };
  const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);
  const nonceOf = (answer: Answer) => /script-src 'nonce-([^']+)'/.exec(policyOf(answer))?.[1];

  it('is one file for each of its addresses, with a nonce of each answer', async () => {
    const paths = ['/', '/?q=x', '/watch', '/payment/APP.ID/show', '/login', '/a/b/c'];
    const answers = await Promise.all(paths.map((path) => ask(path)));
    const nonces = answers.map((answer) => {
      const nonce = nonceOf(answer) ?? 'none';
      expect(answer.body).toBe(PAGE.replaceAll(PLACE, nonce));
      expect(policyOf(answer)).toBe(policyFor(nonce));
      return nonce;
    });
    expect(new Set(nonces).size).toBe(paths.length);
    expect(nonces.every((nonce) => /^[\w+/]{24}$/.test(nonce))).toBe(true);
  });

  it('has headers that let nobody frame, keep or sniff it', async () => {
    expect((await ask('/')).headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('has files that are kept for ever, and no other ones', async () => {
    const script = await ask('/console/assets/index-abc.js');
    expect([script.status, script.body]).toEqual([200, 'start()']);
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await ask('/console/icon.svg')).headers['content-type']).toBe('image/svg+xml');
    for (const path of ['..%2f..%2fsecret.txt', '%2e%2e/secret.txt', 'nothing.js']) {
      const answer = await ask(`/console/assets/${path}`);
      expect(answer.body).not.toContain('private notes');
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('is no answer to an operation that does not exist', async () => {
    expect((await ask('/console/api/nothing')).status).toBe(404);
    expect((await ask('/console/nothing')).status).toBe(404);
  });

  it('is at its own host only, and other hosts know no more paths than before', async () => {
    for (const path of ['/watch', '/console/icon.svg', '/console/assets/index-abc.js']) {
      expect([path, (await ask(path, { host: API })).status]).toEqual([path, 404]);
    }
    expect((await ask('/', { host: API })).body).not.toContain('csp-nonce');
    expect((await ask('/nothing', { host: API, method: 'POST' })).status).toBe(404);
    expect((await ask('/payments')).status).toBe(404);
  });
});

function policyFor(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
