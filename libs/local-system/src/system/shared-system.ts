import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { offer, requestOffer } from '../servers/offer.js';
import type { StartError } from '../servers/start-error.js';
import { temporaryFolder } from '../servers/temporary-folder.js';
import { DescribedSystem, describeSystem, type SystemDescription } from './running-system.js';
import { startSystem } from './start-system.js';

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
  const begin = () => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { recursive: true });
    const onUnexpectedEnd = (end: StartError) => {
      ends.push([end.message, ...end.lastLines].join('\n'));
      // For the test that is running, whichever worker it is in.
      appendFileSync(join(dataDir, 'ends.txt'), `${end.message}\n`);
    };
    return start({ dataDir, durable: false, usesDoubles: true, onUnexpectedEnd });
  };
  const offered = await offer(begin, describeSystem);
  return {
    url: offered.url,
    stop: async () => {
      const system = await offered.end();
      await system?.stop();
      rmSync(folder, { recursive: true, force: true });
      if (ends.length > 0) throw new Error(`Ended during the tests:\n${ends.join('\n')}`);
    },
  };
}

/** The whole system of the test run. Specs share it: each works with customer apps of its own. */
export async function sharedSystem(): Promise<DescribedSystem> {
  return new DescribedSystem(
    await requestOffer<SystemDescription>({ variable: 'TEST_SYSTEM_URL', what: 'system' }),
  );
}
