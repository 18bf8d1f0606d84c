/** @proves promise-14 */
import { eventually } from '@towpath/testing';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.fixture.js';
import { startProgram, type GatewayProcess } from './gateway-process.fixture.js';
import { post } from './gateway.fixture.js';
import { chunkedHead, exchange, openSocket, startUnfinishedBodies } from './raw-calls.fixture.js';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

const PATH = '/payment_links/hosted/session';
const PATIENCE_MS = 1_500;

let environment: GatewayEnvironment;
let service: StandIn;
let gateway: GatewayProcess;
let publicUrl: string;
let internalUrl: string;

beforeAll(async () => {
  service = await startStandIn();
  environment = await gatewayEnvironment({ PAYMENT_LINK_URL: service.url, LOG_LEVEL: 'info' });
  gateway = startProgram('main.js', { variables: environment.variables });
  ({ publicUrl, internalUrl } = await gateway.listening());
});
afterAll(async () => {
  await gateway.stop();
  await service.stop();
  await environment.remove();
});

const open = (init: RequestInit = {}, body: unknown = {}) =>
  fetch(`${publicUrl}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(init.headers as object) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  });
/** Longer than the deadline that a caller sets. */
const slowly = (answer: () => void) => {
  const begin = performance.now();
  void eventually(() => performance.now() - begin > 100).then(answer);
};
const lines = () =>
  gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const errors = () => lines().filter(({ level }) => level === 'error' || level === 'fatal');
const answered = (status: number) =>
  lines().filter(({ route, status: logged }) => route === PATH && logged === status);

describe('a gateway process', () => {
  it('serves others while 500 callers drip, and lives on when they leave', async () => {
    const sockets = await startUnfinishedBodies(publicUrl, { path: PATH, count: 500 });
    const drip = setInterval(() => sockets.forEach((each) => each.write('1\r\n \r\n')), 500);
    try {
      const before = service.seen.length;
      for (let n = 0; n < 20; n += 1) expect((await open()).status).toBe(200);
      expect(service.seen).toHaveLength(before + 20);
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.resetAndDestroy();
    }
    await eventually(() => answered(499).length === 500);
    expect((await open()).status).toBe(200);
    expect(errors()).toEqual([]);
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/_count\{[^}]*hosted\/session",status="499"[^}]*\} 500/);
    expect(metrics).not.toMatch(/hosted\/session",status="5/);
  });

  it('drops a deadline that a caller sets', async () => {
    service.answer((_request, response) => slowly(() => response.end('{}')));
    for (let n = 0; n < 8; n += 1) {
      const answer = await open({ headers: { 'x-request-deadline-ms': '6' } });
      expect(answer.status).toBe(200);
    }
    expect(service.seen.at(-1)?.headers).not.toHaveProperty('x-request-deadline-ms');
  });

  it('answers 503 to callers who have little patience with a service that is frozen', async () => {
    service.answer(() => undefined);
    const impatient = () =>
      fetch(`${publicUrl}${PATH}`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).then(
        ({ status }) => status,
        () => 'left',
      );
    await eventually(async () => (await impatient()) === 503);
    const all = await Promise.all(Array.from({ length: 20 }, impatient));
    expect(all.filter((status) => status === 503).length).toBeGreaterThanOrEqual(19);
    service.answer((_request, response) => response.end('{}'));
    await eventually(async () => (await impatient()) === 200);
  });

  it('answers a body in single bytes, and refuses what grows past the limit', async () => {
    service.answer((request, response) => response.end(String(request.body.length)));
    const socket = await openSocket(publicUrl);
    socket.write(`${chunkedHead(PATH)}${'1\r\n \r\n'.repeat(200_000)}0\r\n\r\n`);
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    await eventually(() => answer.endsWith('200000'));
    socket.destroy();
    const large = await post(`${publicUrl}${PATH}`, 'x'.repeat(1024 * 1024 + 1));
    expect(large.status).toBe(413);
  });

  it.each([
    ['HTTP/1.1 without Host', `POST ${PATH} HTTP/1.1\r\nconnection: close\r\n\r\n`, '400'],
    ['HTTP/1.0 without Host', `POST ${PATH} HTTP/1.0\r\n\r\n`, '200'],
  ])('answers %s', async (_what, text, status) => {
    const answer = await exchange(publicUrl, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === '400') {
      expect(answer).toContain('x-request-id: ');
      expect(answer).toContain('"error_code":"INVALID_REQUEST"');
    }
  });
});
