import { Readable } from 'node:stream';

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BodyIntake } from '@towpath/http';
import type { FastifyInstance } from 'fastify';

/** Most bytes of a body. */
interface BodyLimits {
  /** Of a file, by its content type. */
  readonly document: number;
  readonly other: number;
}

const DOCUMENTS = ['application/pdf', 'image/jpeg', 'image/png', 'multipart/form-data'];

/**
 * Takes bodies in within limits of size, time and memory before they are parsed. The parser would
 * keep a body that arrives in single bytes as a list that takes far more memory than the body.
 */
export function takeBodies(app: NestFastifyApplication, limits: BodyLimits): void {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  const intake = new BodyIntake();
  server.addContentTypeParser(
    DOCUMENTS,
    { parseAs: 'buffer', bodyLimit: limits.document },
    (_request, body, done) => done(null, body),
  );
  server.decorateRequest('response', null);
  server.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw;
    done();
  });
  server.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return payload;
    const isDocument = DOCUMENTS.includes(request.headers['content-type']?.split(';')[0] ?? '');
    const bytes = await intake.take(request, isDocument ? limits.document : limits.other);
    return Readable.from(bytes.length > 0 ? [bytes] : []);
  });
}
