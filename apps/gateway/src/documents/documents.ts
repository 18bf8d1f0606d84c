import type { RouteAccess } from '@towpath/http';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Towpath API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true });\n`;
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Serves the OpenAPI document at `/openapi.json` and a readable page of it at `/docs`. */
export async function registerDocuments(server: FastifyInstance, file: string): Promise<void> {
  const document = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  get(server, '/openapi.json', () =>
    document === undefined
      ? { status: 503, type: 'text/plain', body: 'The OpenAPI document has not been generated.' }
      : { status: 200, type: 'application/json; charset=utf-8', body: document },
  );
  get(server, '/docs', () => ({ status: 200, type: 'text/html; charset=utf-8', body: PAGE }));
  get(server, '/docs/assets/start.js', () => ({
    status: 200,
    type: TYPES['.js'] ?? '',
    body: START,
  }));
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const asset of ASSETS) {
    const body = await readFile(join(folder, asset));
    const type = TYPES[extname(asset)] ?? 'application/octet-stream';
    get(server, `/docs/assets/${asset}`, () => ({ status: 200, type, body }));
  }
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

function get(server: FastifyInstance, path: string, answer: () => Answer): void {
  const access: RouteAccess = { kind: 'public', method: 'GET', path, envelope: 'E3' };
  server.route({
    method: 'GET',
    url: path,
    config: { access },
    handler: (_request, reply) => {
      const { status, type, body } = answer();
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer');
      return reply.code(status).type(type).send(body);
    },
  });
}
