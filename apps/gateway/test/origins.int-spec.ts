import { operations } from '@towpath/contracts';
import { workspaceRoot } from '@towpath/local-system';
import { request } from 'node:http';
import { join } from 'node:path';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

const API = 'api.example.com';
const PAGES = 'pay.example.com';
const BUILT = { GUIDES_DIR: join(workspaceRoot(), 'apps/guides/dist') };

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** `fetch` does not let a caller name a host. */
function ask(
  gateway: RunningGateway,
  sent: { host: string; path: string; method?: string; token?: string },
): Promise<Answer> {
  const { hostname, port } = new URL(gateway.publicUrl);
  const { host, path, method = 'GET', token } = sent;
  const headers = { host, ...(token && { authorization: `Bearer ${token}` }) };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body }),
      );
    });
    call.once('error', reject).end();
  });
}

describe('where pages and API have a host each', () => {
  let gateway: RunningGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await startGateway(BUILT);
    const { app, clientSecret } = await gateway.createApp();
    token = await gateway.token(app, clientSecret);
  });
  afterAll(() => gateway.stop());

  it.each([
    ['GET', '/docs'],
    ['GET', '/docs/assets/scalar.js'],
    ['GET', '/guides/'],
    ['GET', '/openapi.json'],
    ['POST', '/auth/customer/token'],
    ['GET', '/payments'],
    ['GET', '/webhooks/jwks'],
    ['POST', '/callbacks/cards/gw1'],
  ])('the host of the pages has no %s %s, with and without a token', async (method, path) => {
    for (const host of [PAGES, PAGES.toUpperCase(), `${PAGES}:443`]) {
      for (const sent of [{ token }, {}, { token: 'forged' }]) {
        const answer = await ask(gateway, { host, path, method, ...sent });
        expect([host, answer.status]).toEqual([host, 404]);
        expect(answer.body).toContain('the API is at https://api.example.com');
      }
    }
  });

  it('the host of the pages has all that the pages call', async () => {
    const called = [
      ...operations.filter(({ area }) => area.startsWith('Hosted ')),
      ...operations.filter(({ id }) => PAGE_CALLS.includes(id)),
    ];
    expect(called.length).toBeGreaterThan(PAGE_CALLS.length + 20);
    for (const { method, path } of called) {
      const [there, elsewhere] = await Promise.all(
        [PAGES, API].map((host) => ask(gateway, { host, path, method })),
      );
      expect([path, there?.status]).toEqual([path, elsewhere?.status]);
      expect([path, there?.status]).not.toEqual([path, 404]);
    }
  });

  it.each(['pay?token=a.b.c', 'mandate?token=t', 'link?token=t', 'assets/index.js'])(
    'the host of the API leads on to the page %s',
    async (page) => {
      const { status, location, body } = await ask(gateway, { host: API, path: `/hosted/${page}` });
      expect([status, location, body]).toEqual([307, `https://${PAGES}/hosted/${page}`, '']);
    },
  );

  it('the host of the API has the documents and the operations', async () => {
    expect((await ask(gateway, { host: API, path: '/docs' })).status).toBe(200);
    expect((await ask(gateway, { host: API, path: '/payments' })).status).toBe(401);
  });

  it('an address inside the network serves pages and API', async () => {
    const answers = await Promise.all(
      ['/docs', '/hosted/pay', '/payments', '/health/live'].map((path) =>
        ask(gateway, { host: '10.0.0.7:8080', path }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 200]);
  });

  it('both hosts answer probes', async () => {
    const probes = [PAGES, API].map((host) => ask(gateway, { host, path: '/health/live' }));
    expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

/** Operations of other areas that the pages call. */
const PAGE_CALLS = [
  'getCredSubmitJwks',
  'getPaymentsJwks',
  'getMandateAuth',
  'submitAuthChecklist',
  'setMandateInstitution',
  'getInstitutionsForCustomer',
];

describe('where pages and API share a host', () => {
  it('that host serves both', async () => {
    const shared = {
      ...BUILT,
      PUBLIC_API_URL: 'https://one.example.com',
      PUBLIC_PAGES_URL: 'https://one.example.com',
    };
    const gateway = await startGateway(shared);
    const answers = await Promise.all(
      ['/docs', '/hosted/pay', '/payments'].map((path) =>
        ask(gateway, { host: 'one.example.com', path }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401]);
    await gateway.stop();
  });
});
