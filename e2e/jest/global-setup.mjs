import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const built = (path) => new URL(`../../${path}`, import.meta.url);

/**
 * Starts the whole built system once per Jest run, also for the integration project. Specs find it
 * through the file that E2E_SYSTEM names. If the variable is set already, specs use that running
 * system.
 */
export default async function globalSetup() {
  if (process.env.E2E_SYSTEM) return;
  const localSystem = built('libs/local-system/dist/index.js');
  if (!existsSync(localSystem))
    throw new Error('libs/local-system is not built: run npm run build first.');
  const { createSandboxApp, offerSharedSystem, sharedSystem, temporaryFolder } = await import(
    localSystem.href
  );
  const { writeEnvironmentFiles } = await import(built('tools/dev/dist/environment-files.js').href);
  const folder = temporaryFolder();
  globalThis.towpathE2e = { folder };
  if (!process.env.TEST_SYSTEM_URL) {
    globalThis.towpathE2e.host = await offerSharedSystem();
    process.env.TEST_SYSTEM_URL = globalThis.towpathE2e.host.url;
  }
  const system = await sharedSystem();
  // The operator's commands find the running services by these files.
  writeEnvironmentFiles(system.description);
  const shop = await createSandboxApp(system, { name: 'Harbour Books' });
  const file = join(folder, 'system.json');
  writeFileSync(file, JSON.stringify({ ...system.description, shop }), { mode: 0o600 });
  process.env.E2E_SYSTEM = file;
}
