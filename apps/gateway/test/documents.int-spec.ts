import { operations } from '@towpath/contracts';
import { startGateway, type RunningGateway } from './gateway.fixture.js';

describe('the gateway', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('serves the generated OpenAPI 3.1 document with every built operation', async () => {
    const answer = await fetch(`${gateway.publicUrl}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = (await answer.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const built = operations.filter((operation) => operation.built).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(built.toSorted());
  });
});
