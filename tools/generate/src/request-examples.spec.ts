import { withRequestExamples } from './request-examples.js';

const text = (example?: string) => ({ type: 'string', ...(example ? { example } : {}) });

function exampleOf(schema: object, schemas: Record<string, unknown> = {}): unknown {
  const operation = {
    operationId: 'create',
    requestBody: { content: { 'application/json': { schema } } },
  };
  const document = { paths: { '/things': { post: operation } }, components: { schemas } };
  const [media] = Object.values(
    (withRequestExamples(document).paths['/things']?.['post'] as typeof operation).requestBody
      .content,
  );
  return (media as { example?: unknown }).example;
}

describe('withRequestExamples', () => {
  it('builds an example from those of the members, through references', () => {
    const schemas = {
      Thing: {
        type: 'object',
        required: ['mode', 'owner'],
        properties: {
          mode: { type: 'string', enum: ['ONE', 'TWO'] },
          owner: { allOf: [{ $ref: '#/components/schemas/Owner' }], description: 'Whose.' },
          tags: { type: 'array', items: text('red') },
        },
      },
      Owner: { type: 'object', required: ['name'], properties: { name: text('Chan') } },
    };
    expect(exampleOf({ $ref: '#/components/schemas/Thing' }, schemas)).toEqual({
      mode: 'ONE',
      owner: { name: 'Chan' },
      tags: ['red'],
    });
  });

  it('omits optional members without an example, or with an incomplete one', () => {
    const schema = {
      type: 'object',
      properties: {
        a: text('x'),
        b: text(),
        choice: { type: 'string', enum: ['ONE'] },
        chosen: { type: 'object', required: ['e'], properties: { e: { enum: ['TWO'] } } },
        half: { type: 'object', required: ['c', 'd'], properties: { c: text('y'), d: text() } },
      },
    };
    expect(exampleOf(schema)).toEqual({ a: 'x' });
  });

  it('refuses a request whose required member has no example, and names it', () => {
    const inner = { type: 'object', required: ['name'], properties: { name: text() } };
    const schema = { type: 'object', required: ['owner'], properties: { owner: inner } };
    expect(() => exampleOf(schema)).toThrow('create has no example: body.owner.name need one');
  });

  it('adds an ID for each parameter in a path, and does not change queries', () => {
    const parameters = [
      { in: 'path', name: 'thingId' },
      { in: 'query', name: 'limit' },
    ];
    const document = { paths: { '/things/{thingId}': { get: { operationId: 'x', parameters } } } };
    expect(withRequestExamples(document).paths['/things/{thingId}']?.['get']).toMatchObject({
      parameters: [
        { name: 'thingId', example: expect.stringMatching(/^[0-9A-Z]{26}$/) },
        parameters[1],
      ],
    });
  });
});
