import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Below this many characters an answer fits in one packet anyway. */
const WORTH_IT = 1_400;
const compress = promisify(gzip);

/**
 * Compresses lists of institutions for callers that accept it: 300 kB become 10 kB, which matters
 * to hosted pages on a phone. These lists contain no secret that their length could reveal. Nothing
 * else is compressed.
 */
export function compressLists(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onSend', async (request, reply, payload) => {
    if (!/^\/institutions(\/customer)?(\?|$)/.test(request.url)) return payload;
    reply.header('vary', 'Accept-Encoding');
    if (typeof payload !== 'string' || payload.length < WORTH_IT) return payload;
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return compress(payload);
  });
}

/** `gzip` or `*` among the codings, unless its weight is 0. */
function takesGzip(acceptEncoding: string | string[] | undefined): boolean {
  const codings = String(acceptEncoding ?? '').split(',');
  return codings.some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return /^(gzip|\*)$/.test(name) && !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  });
}
