import type { OpenAPIObject } from '@nestjs/swagger';
import { VERSION } from '@towpath/contracts';
import { silentLogger } from '@towpath/observability';

import { SampleModule } from '../fixtures/sample-app.fixture.js';
import { createHttpApp, createOpenApiDocument } from '../index.js';

let document: OpenAPIObject;

beforeAll(async () => {
  const app = await createHttpApp(SampleModule, {
    service: 'payment-link',
    logger: silentLogger(),
    config: {
      host: '127.0.0.1',
      port: 0,
      internalPort: 0,
      keysDir: '/nonexistent',
      logLevel: 'silent',
      gatewayInternalUrl: 'http://127.0.0.1:1',
    },
  });
  document = await createOpenApiDocument(app);
});

function operationOf(path: string, method: 'get' | 'post') {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`no ${method} ${path} in the document`);
  return operation;
}

describe('createOpenApiDocument', () => {
  it('writes OpenAPI 3.1 with the version of the interface', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe(VERSION);
  });

  it('names the client-credentials flow with every scope', () => {
    const scheme = document.components?.securitySchemes?.['customerToken'];
    expect(scheme).toMatchObject({
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: '/auth/customer/token',
          scopes: { 'paymentlink:create': 'Create a payment link', test: 'Opens nothing yet' },
        },
      },
    });
  });

  it('describes an operation from its table entry and its classes', () => {
    expect(operationOf('/payment_links', 'post')).toMatchObject({
      operationId: 'CreatePaymentLink',
      tags: ['Payment links'],
      summary: 'Create a payment link',
      security: [{ customerToken: ['paymentlink:create'] }],
      requestBody: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/SampleBody' } } },
      },
    });
    const { responses } = operationOf('/payment_links/{paymentLinkId}', 'get');
    expect(responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SampleAnswer' } } },
    });
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '429',
      '431',
      '500',
      '503',
    ]);
  });

  it('gives each operation the envelope it answers with', () => {
    const envelopeOf = (path: string, method: 'get' | 'post') =>
      JSON.stringify(operationOf(path, method).responses['500']);
    expect(envelopeOf('/auth/token', 'post')).toContain('ErrorE1');
    expect(envelopeOf('/jwks', 'get')).toContain('ErrorE2');
    expect(envelopeOf('/payments', 'get')).toContain('ErrorE3');
  });

  it('requires no token for public operations, and accepts forms where the operation says so', () => {
    expect(operationOf('/jwks', 'get')).not.toHaveProperty('security');
    expect(operationOf('/auth/token', 'post').requestBody).toHaveProperty([
      'content',
      'application/x-www-form-urlencoded',
    ]);
  });

  it('writes lists in a query as one parameter, and nullable members as a type', () => {
    const parameters = operationOf('/payments', 'get').parameters ?? [];
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'statuses', in: 'query', explode: false }),
    );
    expect(document.components?.schemas?.['SampleBody']).toMatchObject({
      properties: { priority: { type: ['integer', 'null'] } },
      required: ['name'],
    });
  });

  it('contains operations only: no call-backs, no internal routes, no probes', () => {
    expect(
      Object.keys(document.paths).filter((path) => /internal|health|sample/.test(path)),
    ).toEqual([]);
  });
});
