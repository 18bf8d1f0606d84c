import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const built = (path) => new URL(`../../${path}`, import.meta.url);

/**
 * The whole built system, once per Jest run. Specs find it through the file that E2E_SYSTEM names;
 * when the variable is set already, that running system is used and left alone.
 */
export default async function globalSetup() {
  if (process.env.E2E_SYSTEM) return;
  const testing = built('libs/testing/dist/index.js');
  if (!existsSync(testing)) throw new Error('libs/testing is not built: run npm run build first.');
  const { createSandboxApp, startSystem, temporaryFolder } = await import(testing.href);
  const { writeEnvironmentFiles } = await import(built('tools/dev/dist/environment-files.js').href);
  const folder = temporaryFolder();
  const ends = [];
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const system = await startSystem({
    dataDir,
    durable: false,
    onUnexpectedEnd: (end) => ends.push([end.message, ...end.lastLines].join('\n')),
  });
  globalThis.towpathE2e = { system, folder, ends };
  // The operator's commands find the running services by these files.
  writeEnvironmentFiles(system);
  const description = {
    dataDir,
    layout: system.layout,
    adminUrl: system.adminUrl,
    services: system.services.map(({ name, url, internalUrl, environment }) => ({
      name,
      url,
      internalUrl,
      environment,
    })),
    shop: await createSandboxApp(system, { name: 'Harbour Books' }),
  };
  const file = join(folder, 'system.json');
  writeFileSync(file, JSON.stringify(description), { mode: 0o600 });
  process.env.E2E_SYSTEM = file;
}
