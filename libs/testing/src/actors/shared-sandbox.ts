import { offer, requestOffer } from '@towpath/local-system';
import {
  SandboxClient,
  SandboxProcess,
  type SandboxAddresses,
  type SandboxProcessOptions,
} from './sandbox-process.js';

/** Settings of the sandbox that spec files share. */
export const SHARED_SANDBOX: Required<SandboxProcessOptions> = {
  secret: 'a-secret-of-the-card-gateway-for-tests',
  pagesOrigin: 'http://127.0.0.1:8080',
};

/** The process that owns the sandbox of a test run. */
export interface SharedSandboxHost {
  /** Workers inherit it as `TEST_SANDBOX_URL`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Offers one sandbox to all workers of a test run. The first request starts it. */
export async function offerSharedSandbox(): Promise<SharedSandboxHost> {
  const offered = await offer(
    () => SandboxProcess.start(SHARED_SANDBOX),
    ({ addresses }) => addresses,
  );
  const stop = async () => (await offered.end())?.stop();
  return { url: offered.url, stop };
}

/** The sandbox of the test run. Specs share it: each uses customer apps of its own. */
export async function sharedSandbox(): Promise<SandboxClient> {
  return new SandboxClient(
    await requestOffer<SandboxAddresses>({ variable: 'TEST_SANDBOX_URL', what: 'sandbox' }),
  );
}
