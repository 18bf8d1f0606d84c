import { temporaryFolder } from '@towpath/local-system';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import { originsOf } from '../src/gateway.config.js';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

const API = 'api.example.com';
const PAGES = 'pay.example.com';
const FIELDS = 'fields.example.com';
const PAGE = '<!doctype html><meta name="page-origin" content="" /><p>Card';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('the card fields of a processor', () => {
  const folder = temporaryFolder();
  let gateway: RunningGateway;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html><p>Pay');
    writeFileSync(join(folder, 'stripe-fields.html'), PAGE);
    writeFileSync(join(folder, 'assets', 'fields-abc.js'), 'start()');
    writeFileSync(join(folder, 'notes.txt'), 'private notes');
    gateway = await startGateway({
      HOSTED_UI_DIR: folder,
      PUBLIC_FIELDS_URL: `https://${FIELDS}`,
      CARD_FIELDS_ORIGINS: 'https://cards.example',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  /** `fetch` does not let a caller name a host. */
  function ask(host: string, path: string, method = 'GET'): Promise<Answer> {
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
  }

  const policyOf = ({ headers }: Answer) =>
    String(headers['content-security-policy']).split('; ').toSorted();

  it('may load only the script of their processor, and be framed only by the hosted pages', async () => {
    const answer = await ask(FIELDS, '/fields/stripe?key=pk_test_1');
    expect([answer.status, answer.body]).toEqual([
      200,
      PAGE.replace('content=""', `content="https://${PAGES}"`),
    ]);
    expect(policyOf(answer)).toEqual([
      "base-uri 'none'",
      'connect-src https://api.stripe.com',
      "default-src 'none'",
      "form-action 'none'",
      `frame-ancestors https://${PAGES}`,
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      "img-src 'self'",
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      "style-src 'self' 'unsafe-inline'",
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(answer.headers).not.toHaveProperty('x-frame-options');
  });

  it('are framed in a nest of the sites of the app whose link they are for, and of no other', async () => {
    const { app } = await gateway.createApp();
    await gateway.app.get(CustomerAppsService).update({
      id: app.id,
      actor: 'test',
      changes: { redirectUris: ['https://shop.example/back'] },
    });
    const within = async (link: string) =>
      policyOf(await ask(FIELDS, `/fields/stripe?link=${link}`)).filter((each) =>
        each.startsWith('frame-ancestors'),
      );
    expect(await within(`${app.id}.${app.id}`)).toEqual([
      `frame-ancestors https://${PAGES} https://shop.example`,
    ]);
    expect(await within('01K8Z3V5Q4M7N2R6T9W1X0Y8AD.x')).toEqual([
      `frame-ancestors https://${PAGES}`,
    ]);
  });

  it('may be framed by the payment page, which runs no script of a processor', async () => {
    const policy = policyOf(await ask(PAGES, '/hosted/pay'));
    expect(policy).toEqual(
      expect.arrayContaining([
        `frame-src https://${FIELDS} https://cards.example`,
        "script-src 'self'",
        "connect-src 'self'",
      ]),
    );
  });

  it.each(['/hosted/pay', '/hosted/assets/fields-abc.js', '/docs', '/payments', '/webhooks/jwks'])(
    'share their host with nothing else: %s',
    async (path) => {
      const { status, body } = await ask(FIELDS, path);
      expect([status, body]).toEqual([404, expect.stringContaining('Only card fields are here')]);
    },
  );

  it.each(['/fields/stripe', '/fields/assets/fields-abc.js'])(
    'are on no other public host: %s',
    async (path) => {
      for (const host of [PAGES, API, `${PAGES}:443`, PAGES.toUpperCase()]) {
        expect([host, (await ask(host, path)).status]).toEqual([host, 404]);
      }
      expect((await ask(FIELDS, path)).status).toBe(200);
    },
  );

  it('never send another file of their folder, and know no other processor', async () => {
    for (const path of ['/fields/assets/..%2fnotes.txt', '/fields/notes.txt', '/fields/other']) {
      const { status, body } = await ask(FIELDS, path);
      expect([400, 403, 404]).toContain(status);
      expect(body).not.toContain('private notes');
    }
  });

  it('answer probes', async () => {
    expect((await ask(FIELDS, '/health/live')).status).toBe(200);
  });
});

describe('a gateway without an origin for card fields', () => {
  it('serves none', async () => {
    const gateway = await startGateway({ PUBLIC_FIELDS_URL: '' });
    const answer = await fetch(`${gateway.publicUrl}/fields/stripe`);
    expect(answer.status).toBe(404);
    await gateway.stop();
  });

  it.each(['https://pay.example.com', 'https://api.example.com/fields'])(
    'is the only one where they would share a host: %s',
    (publicFieldsUrl) => {
      const publicApiUrl = `https://${API}`;
      const publicPagesUrl = `https://${PAGES}`;
      expect(() => originsOf({ publicApiUrl, publicPagesUrl, publicFieldsUrl })).toThrow(
        'PUBLIC_FIELDS_URL must have another host or port',
      );
    },
  );
});
