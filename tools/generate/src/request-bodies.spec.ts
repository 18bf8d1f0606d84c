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

  it('allows null for optional members of requests, and for values of maps', () => {
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

  it('keeps answers without null, and writes two schemas for a class that both use', () => {
    expect(schemas['Owner']).toEqual(DOCUMENT.components.schemas.Owner);
    expect(schemas['OwnerInput']).toMatchObject({
      required: ['name'],
      properties: { name: { type: 'string' }, age: { type: ['integer', 'null'] } },
    });
    expect(JSON.stringify(read.paths['/things'])).toContain('"#/components/schemas/Owner"');
  });

  it('makes a body optional when no member of it is required', () => {
    expect(read.paths['/things']?.['post']).toMatchObject({ requestBody: { required: false } });
  });
});
