import { openApiBreaks, type ApiDocument } from './openapi-breaks.js';

/** A small interface; each test changes a copy of it. */
function thingsApi() {
  const json = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  return {
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          security: [{ customerToken: ['thing:create'] }],
          parameters: [] as object[],
          requestBody: { required: true, ...json('CreateThing') },
          responses: { '200': json('Thing'), '400': json('Failure') } as Record<string, object>,
        },
      },
      '/things/{thingId}': {
        get: {
          operationId: 'getThing',
          security: [{ customerToken: ['thing:get'] }] as object[],
          parameters: [
            { in: 'path', name: 'thingId', required: true, schema: { type: 'string' } },
            { in: 'query', name: 'state', schema: { type: 'string', enum: ['NEW', 'OLD'] } },
          ] as object[],
          responses: { '200': json('Thing') } as Record<string, object>,
        },
      },
    } as Record<string, Record<string, Record<string, unknown>>>,
    components: {
      schemas: {
        CreateThing: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', maxLength: 100 },
            kind: { type: 'string', enum: ['BIG', 'SMALL'] },
            tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
          },
        },
        Thing: {
          type: 'object',
          required: ['id', 'state'],
          properties: {
            id: { type: 'string' },
            state: { type: 'string', enum: ['NEW', 'OLD'] },
            at: { type: 'string', format: 'date-time' },
            parent: { allOf: [{ $ref: '#/components/schemas/Thing' }], description: 'Above.' },
            owner: { type: 'object', properties: { name: { type: 'string' } } },
          },
        },
        Failure: { type: 'object', properties: { error: { type: 'string' } } },
      } as Record<string, Record<string, unknown>>,
    },
  };
}

type Api = ReturnType<typeof thingsApi>;
type Members = Record<string, Record<string, unknown>>;

const schemaOf = (api: Api, name: string) => api.components.schemas[name] as Members;
const membersOf = (api: Api, name: string) => schemaOf(api, name)['properties'] as Members;
const operationOf = (api: Api, path: string, method: string) =>
  api.paths[path]?.[method] as Record<string, unknown>;

function breaksOf(change: (api: Api) => void): string[] {
  const current = thingsApi();
  change(current);
  const released: ApiDocument = thingsApi();
  return openApiBreaks({ released, current });
}

const CREATE = 'POST /things';
const GET = 'GET /things/{thingId}';

describe('a break of the interface', () => {
  it('is none when nothing changed', () => {
    expect(breaksOf(() => undefined)).toEqual([]);
  });

  it.each<[string, (api: Api) => void, string]>([
    ['a removed path', (api) => delete api.paths['/things'], `${CREATE}: was removed`],
    [
      'another method',
      (api) => {
        api.paths['/things'] = { put: operationOf(api, '/things', 'post') };
      },
      `${CREATE}: was removed`,
    ],
    [
      'a renamed operation',
      (api) => Object.assign(operationOf(api, '/things', 'post'), { operationId: 'makeThing' }),
      `${CREATE}: operationId changed from createThing to makeThing`,
    ],
    [
      'another scope',
      (api) =>
        Object.assign(operationOf(api, '/things', 'post'), {
          security: [{ customerToken: ['thing:write'] }],
        }),
      `${CREATE}: no longer takes {"customerToken":["thing:create"]}`,
    ],
    [
      'a removed parameter',
      (api) => (operationOf(api, '/things/{thingId}', 'get')['parameters'] as object[]).pop(),
      `${GET} query state: was removed`,
    ],
    [
      'a new required parameter',
      (api) =>
        (operationOf(api, '/things', 'post')['parameters'] as object[]).push({
          in: 'header',
          name: 'Idempotency-Key',
          required: true,
        }),
      `${CREATE} header Idempotency-Key: is required now`,
    ],
    [
      'a narrowed parameter',
      (api) => {
        const [, state] = operationOf(api, '/things/{thingId}', 'get')['parameters'] as Members[];
        Object.assign(state ?? {}, { schema: { type: 'string', enum: ['NEW'] } });
      },
      `${GET} query state: the values ["OLD"] were removed`,
    ],
    [
      'a removed member of a request',
      (api) => delete membersOf(api, 'CreateThing')['kind'],
      `${CREATE} body.kind: was removed`,
    ],
    [
      'a new required member of a request',
      (api) => {
        membersOf(api, 'CreateThing')['colour'] = { type: 'string' };
        Object.assign(schemaOf(api, 'CreateThing'), { required: ['name', 'colour'] });
      },
      `${CREATE} body.colour: is required now`,
    ],
    [
      'a narrowed list of values in a request',
      (api) => Object.assign(membersOf(api, 'CreateThing')['kind'] ?? {}, { enum: ['BIG'] }),
      `${CREATE} body.kind: the values ["SMALL"] were removed`,
    ],
    [
      'a list of values where there was none',
      (api) => Object.assign(membersOf(api, 'CreateThing')['name'] ?? {}, { enum: ['X'] }),
      `${CREATE} body.name: only ["X"] is taken now`,
    ],
    [
      'a tighter limit',
      (api) => Object.assign(membersOf(api, 'CreateThing')['name'] ?? {}, { maxLength: 50 }),
      `${CREATE} body.name: maxLength was tightened to 50`,
    ],
    [
      'a limit where there was none',
      (api) => Object.assign(membersOf(api, 'CreateThing')['name'] ?? {}, { minLength: 2 }),
      `${CREATE} body.name: minLength was tightened to 2`,
    ],
    [
      'another type of items',
      (api) =>
        Object.assign(membersOf(api, 'CreateThing')['tags'] ?? {}, { items: { type: 'object' } }),
      `${CREATE} body.tags[]: the type changed from ["string"] to ["object"]`,
    ],
    [
      'a removed member of an answer, however deep',
      (api) => Object.assign(membersOf(api, 'Thing')['owner'] ?? {}, { properties: {} }),
      `${GET} 200.owner.name: was removed`,
    ],
    [
      'a member of an answer that may be absent',
      (api) => Object.assign(schemaOf(api, 'Thing'), { required: ['id'] }),
      `${GET} 200.state: may be absent now`,
    ],
    [
      'another type in an answer',
      (api) => (membersOf(api, 'Thing')['id'] = { type: 'integer' }),
      `${GET} 200.id: the type changed from ["string"] to ["integer"]`,
    ],
    [
      'an answer that may be null',
      (api) => (membersOf(api, 'Thing')['id'] = { type: ['string', 'null'] }),
      `${GET} 200.id: the type changed from ["string"] to ["string","null"]`,
    ],
    [
      'another format',
      (api) => Object.assign(membersOf(api, 'Thing')['at'] ?? {}, { format: 'date' }),
      `${GET} 200.at: the format changed from "date-time" to "date"`,
    ],
    [
      'an answer that is no longer given',
      (api) => {
        operationOf(api, '/things/{thingId}', 'get')['responses'] = {};
      },
      `${GET} 200: was removed`,
    ],
    [
      'another envelope',
      (api) => delete membersOf(api, 'Failure')['error'],
      `${CREATE} 400.error: was removed`,
    ],
  ])('is found: %s', (_what, change, sentence) => {
    expect(breaksOf(change)).toContain(sentence);
  });

  it.each<[string, (api: Api) => void]>([
    ['a new path', (api) => (api.paths['/more'] = { get: { operationId: 'more' } })],
    [
      'a new optional member',
      (api) => (membersOf(api, 'CreateThing')['more'] = { type: 'string' }),
    ],
    ['a new member of an answer', (api) => (membersOf(api, 'Thing')['more'] = { type: 'string' })],
    [
      'a new value',
      (api) => Object.assign(membersOf(api, 'Thing')['state'] ?? {}, { enum: ['NEW', 'OLD', 'X'] }),
    ],
    [
      'a wider limit',
      (api) => Object.assign(membersOf(api, 'CreateThing')['name'] ?? {}, { maxLength: 200 }),
    ],
    ['a member that is optional now', (api) => delete schemaOf(api, 'CreateThing')['required']],
    [
      'another kind of token beside the first',
      (api) =>
        (operationOf(api, '/things/{thingId}', 'get')['security'] as object[]).push({ other: [] }),
    ],
    [
      'an error that cannot happen any more',
      (api) => delete (operationOf(api, '/things', 'post')['responses'] as Members)['400'],
    ],
    [
      'another text',
      (api) => Object.assign(membersOf(api, 'Thing')['id'] ?? {}, { description: 'The ID.' }),
    ],
  ])('is not what only adds: %s', (_what, change) => {
    expect(breaksOf(change)).toEqual([]);
  });
});

describe('a member that may be null', () => {
  const orNull = (api: Api, name: string, member: string) => {
    const members = membersOf(api, name);
    members[member] = { anyOf: [members[member], { type: 'null' }] };
  };

  it('breaks nobody who sends it, and everybody who reads it', () => {
    expect(breaksOf((api) => orNull(api, 'CreateThing', 'tags'))).toEqual([]);
    expect(breaksOf((api) => orNull(api, 'Thing', 'owner'))).toEqual([
      `${CREATE} 200.owner: the type changed from ["object"] to ["object","null"]`,
      `${GET} 200.owner: the type changed from ["object"] to ["object","null"]`,
    ]);
  });

  it('is still compared inside', () => {
    const breaks = breaksOf((api) => {
      Object.assign(membersOf(api, 'CreateThing')['tags'] ?? {}, { items: { type: 'object' } });
      orNull(api, 'CreateThing', 'tags');
    });
    expect(breaks).toEqual([
      `${CREATE} body.tags[]: the type changed from ["string"] to ["object"]`,
    ]);
  });
});
