import { withReadBodies } from './request-bodies.js';

const REF = { $ref: '#/components/schemas/Owner' };
const DOCUMENT = {
  paths: {
    '/things': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        responses: { 200: { content: { 'application/json': { schema: REF } } } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['ONE'] },
          owner: { allOf: [REF], description: 'Whose.' },
          tags: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      Owner: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
      },
    },
  },
};

describe('withReadBodies', () => {
  const read = withReadBodies(DOCUMENT);
  const schemas = read.components?.['schemas'] ?? {};

  it('lets optional members of requests be null, and values of maps', () => {
    expect(schemas['Thing']).toMatchObject({
      properties: {
        kind: { type: ['string', 'null'], enum: ['ONE', null] },
        owner: {
          anyOf: [{ allOf: [{ $ref: '#/components/schemas/OwnerInput' }] }, { type: 'null' }],
          description: 'Whose.',
        },
        tags: {
          type: ['object', 'null'],
          additionalProperties: { type: ['string', 'null'] },
        },
      },
    });
  });

  it('leaves answers without null: what both use is two schemas', () => {
    expect(schemas['Owner']).toEqual(DOCUMENT.components.schemas.Owner);
    expect(schemas['OwnerInput']).toMatchObject({
      required: ['name'],
      properties: { name: { type: 'string' }, age: { type: ['integer', 'null'] } },
    });
    expect(JSON.stringify(read.paths['/things'])).toContain('"#/components/schemas/Owner"');
  });

  it('says that a body may be left out when nothing in it is required', () => {
    expect(read.paths['/things']?.['post']).toMatchObject({ requestBody: { required: false } });
  });
});
