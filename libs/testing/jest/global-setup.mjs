import { existsSync } from 'node:fs';

const built = new URL('../../local-system/dist/index.js', import.meta.url);
const sandbox = new URL('../dist/actors/shared-sandbox.js', import.meta.url);

/**
 * Real servers, once per Jest run, and the sandbox or the whole system for the specs that ask for
 * it; workers inherit the addresses through the environment.
 */
export default async function globalSetup() {
  if (!existsSync(built))
    throw new Error('libs/local-system is not built: run npm run build first.');
  const { offerSharedSystem, startTestServers } = await import(built.href);
  globalThis.towpathTestServers = await startTestServers(process.env);
  Object.assign(process.env, globalThis.towpathTestServers.addresses);
  const { offerSharedSandbox } = await import(sandbox.href);
  globalThis.towpathSharedSandbox = await offerSharedSandbox();
  process.env.TEST_SANDBOX_URL = globalThis.towpathSharedSandbox.url;
  // The e2e project offers one too: when both run, the first one's serves both.
  if (process.env.TEST_SYSTEM_URL) return;
  globalThis.towpathSharedSystem = await offerSharedSystem();
  process.env.TEST_SYSTEM_URL = globalThis.towpathSharedSystem.url;
}
