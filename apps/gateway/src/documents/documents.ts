import type { RouteAccess } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** The page at `/docs`; its policy allows no inline script, so the start is a file of its own. */
const DOCUMENTS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Towpath API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

const START_SCRIPT =
  "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true });\n";

/** The viewer sets styles on its elements, so inline styles stay allowed; scripts do not. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Serves the OpenAPI document at `/openapi.json` and a readable page of it at `/docs`. */
export async function registerDocuments(server: FastifyInstance, file: string): Promise<void> {
  const document = await readIfThere(file);
  get(server, '/openapi.json', { type: '.json', body: document });
  get(server, '/docs', { type: '.html', body: DOCUMENTS_PAGE });
  get(server, '/docs/assets/start.js', { type: '.js', body: START_SCRIPT });
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const asset of ASSETS) {
    const body = await readFile(join(folder, asset));
    get(server, `/docs/assets/${asset}`, { type: extname(asset), body });
  }
}

interface Served {
  /** File extension that determines the content type. */
  readonly type: string;
  /** Undefined for a file that was not there at the start. */
  readonly body: string | Buffer | undefined;
}

function get(server: FastifyInstance, path: string, { type, body }: Served): void {
  const access: RouteAccess = { kind: 'public', method: 'GET', path, envelope: 'E3' };
  server.route({
    method: 'GET',
    url: path,
    config: { access },
    handler: (_request, reply) => {
      if (body === undefined) {
        throw new DomainError('SERVICE_UNAVAILABLE', 'This document has not been generated.');
      }
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer');
      return reply.type(TYPES[type] ?? 'application/octet-stream').send(body);
    },
  });
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
