import { rmSync } from 'node:fs';

/** Stops the system that the set-up started. A part that ended before anybody asked fails the run. */
export default async function globalTeardown() {
  if (!globalThis.towpathE2e) return;
  const { host, folder } = globalThis.towpathE2e;
  rmSync(folder, { recursive: true, force: true });
  await host?.stop();
}
