import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { cpSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PLACE = '/reference';

interface Folders {
  readonly source: string;
  readonly target: string;
}

/**
 * Writes the page of the API reference and the script of Scalar, which draws it. Scalar comes as a
 * plugin of a server: this package has its script in one piece, and 370 packages less than the one
 * for browsers.
 */
export async function writeReference({ source, target }: Folders): Promise<void> {
  await mkdir(target, { recursive: true });
  cpSync(source, target, { recursive: true });
  const server = fastify();
  await server.register(scalar, { routePrefix: PLACE, configuration: { content: {} } });
  const { statusCode, body } = await server.inject(`${PLACE}/js/scalar.js`);
  await server.close();
  if (statusCode !== 200) throw new Error(`Scalar has no script at its place: ${statusCode}`);
  await writeFile(join(target, 'scalar.js'), body.replace(/\/\/# sourceMappingURL=.*$/, ''));
}
