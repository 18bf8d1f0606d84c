import type { ServerResponse } from 'node:http';

import type { OpenSpan, RequestContext } from '@towpath/observability';

import type { Caller } from '../access/caller.js';
import type { RouteAccess } from '../access/route-access.js';

/** Data that the hooks store on a Fastify request. */
declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext | null;
    caller: Caller | null;
    span: OpenSpan | null;
    /** Present on routes that keep the bytes of the body. */
    rawBody: Buffer | null;
    /** The answer, for those who must know when it is sent. */
    response: ServerResponse | null;
  }
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}
