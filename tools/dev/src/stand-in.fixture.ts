import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceDefinition } from '@towpath/local-system';

/** Serves its health, gives everybody a token, ends itself on `/end`, or ignores a polite end. */
const SERVER = `
import { createServer } from 'node:http';
const answer = (request, response) => {
  if (request.url === '/end') {
    console.error('asked to fail');
    process.exit(7);
  }
  response.end('{}');
};
for (const port of [process.env.PORT, process.env.INTERNAL_PORT]) {
  createServer(answer).listen(Number(port), process.env.HOST);
}
const stubborn = process.env.LOG_LEVEL === 'stubborn';
process.on('SIGTERM', () => stubborn || process.exit(0));
`;

/** Prints what the gateway's command line prints for a new customer app. */
const CLI = `
console.log(JSON.stringify({
  base_url: process.env.PUBLIC_API_URL,
  client_id: 'CLIENT',
  client_secret: 'SECRET',
  settlement_accounts: [
    { account_id: 'A', currencies: ['HKD'], payment_method_type: ['CARD'], created_at: 'now' },
  ],
}));
`;

/** A checkout with built services of a few lines in place of the real ones. */
export function standInSystem(root: string): readonly ServiceDefinition[] {
  return ['gateway', 'sandbox'].map((name) => {
    const folder = `apps/${name}`;
    const dist = join(root, folder, 'dist');
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(dist, 'main.js'), SERVER);
    writeFileSync(join(dist, 'migrate.js'), '');
    writeFileSync(join(dist, 'cli.js'), CLI);
    return { name, folder, calls: [], keyPurposes: [] };
  });
}
