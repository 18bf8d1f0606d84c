import { operationById } from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import { RunningSystem } from '../system/running-system.js';
import { Faults, faultOf } from './refusals.js';

const system = RunningSystem.open();
const api = system.bareApi();
const notFound = {
  operation: { envelope: 'E3' },
  codes: ['ROUTE_NOT_FOUND'] as ErrorCode[],
} as const;

describe('a path that is no operation', () => {
  it.each([
    ['GET', '/nowhere'],
    ['GET', '/payment_links/x/y'],
    ['GET', '//payments'],
    ['POST', '/internal/tokens/service'],
    ['GET', '/internal/clock/next'],
    ['POST', '/internal/settlement_accounts'],
    ['GET', '/metrics'],
  ])('%s %s answers 404 in an envelope', async (method, path) => {
    const faults = new Faults();
    faults.add('', { answer: await api.send({ method, path }), expected: notFound });
    expect(faults.list).toEqual([]);
  });
});

describe('an operation called with another method', () => {
  it.each([
    ['PUT', '/payment_links', 'OPTIONS, POST'],
    ['DELETE', '/payments', 'GET, HEAD, OPTIONS, POST'],
    ['PATCH', '/auth/customer/token', 'OPTIONS, POST'],
  ])('%s %s answers 405 and names %s', async (method, path, allow) => {
    const answer = await api.send({ method, path });
    const codes: ErrorCode[] = ['METHOD_NOT_ALLOWED'];
    expect(faultOf(answer, { ...notFound, codes })).toBeUndefined();
    expect(answer.headers.get('allow')).toBe(allow);
  });
});

describe('the request ID', () => {
  it('a usable request ID is echoed, and any other is replaced', async () => {
    const path = '/nowhere';
    const echoed = await api.send({ method: 'GET', path, headers: { 'x-request-id': 'mine-1' } });
    expect(echoed.headers.get('x-request-id')).toBe('mine-1');
    const headers = { 'x-request-id': 'x'.repeat(129) };
    const replaced = await api.send({ method: 'GET', path, headers });
    expect(replaced.headers.get('x-request-id')).toMatch(/^[!-~]{1,128}$/);
    expect(replaced.headers.get('x-request-id')).not.toContain('xxx');
  });
});

describe("a gateway's call-back", () => {
  it.each([
    ['gw1', {}, 'UNAUTHORIZED'],
    ['gw1', { 'gw-signature': 't=1,v1=00' }, 'UNAUTHORIZED'],
    ['gw1', { 'gw-signature': 'nonsense' }, 'UNAUTHORIZED'],
    ['nobody', {}, 'UNAUTHORIZED'],
    ['%00', {}, 'INVALID_REQUEST'],
  ] as const)('sent to %s with %j is refused as %s', async (integration, headers, code) => {
    const faults = new Faults();
    const operation = operationById('receiveCardCallback');
    const path = `/callbacks/cards/${integration}`;
    const json = { 'content-type': 'application/json', ...headers };
    for (const rawBody of ['{}', '{"event_id":1}', '']) {
      const answer = await api.send({ method: 'POST', path, rawBody, headers: json });
      faults.add(rawBody, { answer, expected: { operation, codes: [code] } });
    }
    expect(faults.list).toEqual([]);
  });
});

describe("a bank's call-back", () => {
  it.each([
    ['gw3', {}, 'UNAUTHORIZED'],
    ['gw3', { 'x-jws-signature': 'e30..AAAA' }, 'UNAUTHORIZED'],
    ['gw3', { 'x-jws-signature': 'nonsense' }, 'UNAUTHORIZED'],
    ['nobody', {}, 'UNAUTHORIZED'],
    ['%00', {}, 'INVALID_REQUEST'],
  ] as const)('sent to %s with %j is refused as %s', async (integration, headers, code) => {
    const faults = new Faults();
    const operation = operationById('receiveDirectDebitCallback');
    const path = `/callbacks/direct_debits/${integration}`;
    const json = { 'content-type': 'application/json', ...headers };
    for (const rawBody of ['{}', '{"notice":1}', '']) {
      const answer = await api.send({ method: 'POST', path, rawBody, headers: json });
      faults.add(rawBody, { answer, expected: { operation, codes: [code] } });
    }
    expect(faults.list).toEqual([]);
  });
});

describe("a processor's notification", () => {
  it.each([
    ['gw1', {}, 'UNAUTHORIZED'],
    ['gw2', { 'x-gw2-timestamp': 'now', 'x-gw2-signature': '?' }, 'UNAUTHORIZED'],
    ['gw4', { 'gw4-signature': 'nonsense' }, 'UNAUTHORIZED'],
    ['nobody', {}, 'UNAUTHORIZED'],
    ['%00', {}, 'INVALID_REQUEST'],
  ] as const)('sent to %s with %j is refused as %s', async (integration, headers, code) => {
    const faults = new Faults();
    const operation = operationById('receiveProcessorNotification');
    const path = `/notifications/${integration}`;
    const json = { 'content-type': 'application/json', ...headers };
    for (const rawBody of ['{}', '{"event_id":1}', '']) {
      const answer = await api.send({ method: 'POST', path, rawBody, headers: json });
      faults.add(rawBody, { answer, expected: { operation, codes: [code] } });
    }
    expect(faults.list).toEqual([]);
  });
});
