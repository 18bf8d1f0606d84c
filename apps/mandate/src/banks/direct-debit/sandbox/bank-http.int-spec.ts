import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BankUnavailable } from '../ports.js';
import { BankHttp } from './bank-http.js';

let server: Server;
let bank: BankHttp;
let status: number;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  bank = new BankHttp({ baseUrl, secret: 'secret', integrationId: 'GW3' });
});
afterAll(async () => {
  await bank.close();
  server.close();
});

const send = () => bank.send({ method: 'POST', path: '/gw3/collections', body: {} });

it.each([401, 403, 408, 425, 429, 500, 503])(
  'HTTP %i is no word of the bank about what it was asked',
  async (code) => {
    status = code;
    await expect(send()).rejects.toBeInstanceOf(BankUnavailable);
  },
);

it.each([200, 400, 404, 422])('HTTP %i is its answer', async (code) => {
  status = code;
  expect((await send()).status).toBe(code);
});
