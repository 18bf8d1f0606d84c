import { rmSync } from 'node:fs';

/** Stops everything. A part that ended before anybody asked it to fails the run. */
export default async function globalTeardown() {
  if (!globalThis.towpathE2e) return;
  const { system, folder, ends } = globalThis.towpathE2e;
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
  if (ends.length > 0) throw new Error(`Ended during the tests:\n${ends.join('\n')}`);
}
