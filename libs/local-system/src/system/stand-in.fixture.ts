import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceDefinition } from './services.js';

export interface StandIn {
  /** Folder that takes the place of the checkout. */
  readonly root: string;
  readonly name: string;
  /** Body of `main.js` instead of the small server. */
  readonly main?: string;
}

/** Serves its health and its environment; leaves a mark when it is asked to end. */
const SERVER = `
import { createServer } from 'node:http';
import { appendFileSync } from 'node:fs';
const ended = import.meta.dirname + '/ended';
const answer = (request, response) => {
  if (request.url === '/environment') return response.end(JSON.stringify(process.env));
  response.statusCode = request.url.startsWith('/health/') ? 200 : 404;
  response.end('{}');
};
for (const port of [process.env.PORT, process.env.INTERNAL_PORT]) {
  createServer(answer).listen(Number(port), process.env.HOST);
}
process.on('SIGTERM', () => {
  appendFileSync(ended, 'asked\\n');
  process.exit(0);
});
`;

const MIGRATION = `
import { appendFileSync } from 'node:fs';
appendFileSync(import.meta.dirname + '/migrated', new URL(process.env.DATABASE_OWNER_URL).pathname);
`;

/** A built service of a few lines in place of a real one. */
export function standIn({ root, name, main = SERVER }: StandIn): ServiceDefinition {
  const folder = `apps/${name}`;
  const dist = join(root, folder, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dist, 'main.js'), main);
  writeFileSync(join(dist, 'migrate.js'), MIGRATION);
  return { name, folder, calls: [], keyPurposes: ['spec-purpose'] };
}
