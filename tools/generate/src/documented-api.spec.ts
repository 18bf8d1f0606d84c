import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DocumentedApi } from './documented-api.fixture.js';

const thing = {
  type: 'object',
  required: ['id', 'at'],
  properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
};
const media = (rest: object) => ({ content: { 'application/json': rest } });
const document = {
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: media({ schema: {}, example: { name: 'x', owner: { id: 'example' } } }),
        responses: { 200: media({ schema: { $ref: '#/components/schemas/Thing' } }) },
      },
    },
  },
  components: { schemas: { Thing: thing } },
};
const RIGHT = { id: 'a', at: '2026-01-01T00:00:00Z' };

describe('DocumentedApi', () => {
  let server: Server;
  let answer: { status: number; body: object };
  let seen = '';
  let api: DocumentedApi;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen = '';
      request.setEncoding('utf8').on('data', (text: string) => (seen += text));
      request.on('end', () => response.writeHead(answer.status).end(JSON.stringify(answer.body)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    api = new DocumentedApi(`http://127.0.0.1:${port}`, document);
  });
  afterAll(() => server.close());

  it('sends the documented example, except for the given values', async () => {
    answer = { status: 200, body: RIGHT };
    const instead = { 'owner.id': 'real' };
    expect(await api.execute('createThing', { instead })).toEqual(RIGHT);
    expect(JSON.parse(seen)).toEqual({ name: 'x', owner: { id: 'real' } });
    await expect(api.execute('createThing', { instead: { more: 'x' } })).rejects.toThrow(
      'the example has no more',
    );
  });

  it.each<[string, number, object, string]>([
    ['a refusal', 400, { error: {} }, 'createThing: 400'],
    ['a missing member', 200, { id: 'a' }, "must have required property 'at'"],
    ['another type', 200, { ...RIGHT, id: 7 }, 'must be string'],
    ['another format', 200, { ...RIGHT, at: 'yesterday' }, 'date-time'],
    ['an undocumented member', 200, { ...RIGHT, extra: 1 }, 'must NOT have additional properties'],
  ])('does not accept %s', async (_what, status, body, complaint) => {
    answer = { status, body };
    await expect(api.execute('createThing')).rejects.toThrow(complaint);
  });
});
