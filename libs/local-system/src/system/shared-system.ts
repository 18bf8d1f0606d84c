import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { StartError } from '../servers/start-error.js';
import { temporaryFolder } from '../servers/temporary-folder.js';
import { DescribedSystem, describeSystem, type SystemDescription } from './running-system.js';
import { startSystem } from './start-system.js';
import type { System } from './system.js';

/** The process that owns the whole system of a test run. */
export interface SharedSystemHost {
  /** The URL at which workers request the system; they inherit it as `TEST_SYSTEM_URL`. */
  readonly url: string;
  /** Stops the system when it was started. Throws when a part of it ended by itself. */
  stop(): Promise<void>;
}

/**
 * Offers one whole system to all workers of a test run. The first request starts it, on a temporary
 * folder and without fsync; a run without a request starts none. After a failed start, every
 * request answers 500 with the reason.
 */
export async function offerSharedSystem(start = startSystem): Promise<SharedSystemHost> {
  const folder = temporaryFolder();
  const ends: string[] = [];
  let started: Promise<System> | undefined;
  const begin = () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { recursive: true });
    const onUnexpectedEnd = (end: StartError) => {
      ends.push([end.message, ...end.lastLines].join('\n'));
      // For the test that is running, whichever worker it is in.
      appendFileSync(join(dataDir, 'ends.txt'), `${end.message}\n`);
    };
    return start({ dataDir, durable: false, onUnexpectedEnd });
  };
  const server = createServer((_, response) => {
    started ??= begin();
    started.then(
      (system) => response.end(JSON.stringify(describeSystem(system))),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      const [outcome] = await Promise.allSettled([started]);
      if (outcome.status === 'fulfilled') await outcome.value?.stop();
      rmSync(folder, { recursive: true, force: true });
      if (ends.length > 0) throw new Error(`Ended during the tests:\n${ends.join('\n')}`);
    },
  };
}

/** The whole system of the test run. Specs share it: each works with customer apps of its own. */
export async function sharedSystem(): Promise<DescribedSystem> {
  const url = process.env['TEST_SYSTEM_URL'];
  if (!url) throw new Error('TEST_SYSTEM_URL is not set: run by the integration project');
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The shared system did not start: ${await answer.text()}`);
  return new DescribedSystem((await answer.json()) as SystemDescription);
}
