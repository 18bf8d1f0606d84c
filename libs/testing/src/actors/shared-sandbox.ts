import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  let started: Promise<SandboxProcess> | undefined;
  const server = createServer((_, response) => {
    started ??= SandboxProcess.start(SHARED_SANDBOX);
    started.then(
      ({ addresses }) => response.end(JSON.stringify(addresses)),
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
      await (await started)?.stop();
    },
  };
}

/** The sandbox of the test run. Specs share it: each uses customer apps of its own. */
export async function sharedSandbox(): Promise<SandboxClient> {
  const url = process.env['TEST_SANDBOX_URL'];
  if (!url) throw new Error('TEST_SANDBOX_URL is not set: run by the integration project');
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The shared sandbox did not start: ${await answer.text()}`);
  return new SandboxClient((await answer.json()) as SandboxAddresses);
}
