import { freePort, ServiceProcess } from '@towpath/local-system';
import {
  CONSOLE_CLIENT,
  startProvider,
  type Accounts,
  type RunningProvider,
} from '@towpath/testing';
import { join } from 'node:path';
import type { RunningSystem } from '../system/running-system.js';

/** A further gateway of the running system, whose operators log in at a certified provider. */
export class ProvidedConsole {
  private constructor(
    readonly url: string,
    readonly provider: RunningProvider,
    private readonly gateway: ServiceProcess,
  ) {}

  static async start(system: RunningSystem, accounts: Accounts): Promise<ProvidedConsole> {
    const [port, internalPort] = [await freePort(), await freePort()];
    const url = `http://console.localhost:${port}`;
    const provider = await startProvider({ accounts, console: url });
    const { root } = system.layout;
    const variables = { ...system.service('gateway').environment };
    delete variables['CONSOLE_LOCAL_PASSWORD_HASH'];
    const gateway = new ServiceProcess({
      name: 'gateway with a provider',
      entry: join(root, 'apps/gateway/dist/main.js'),
      cwd: root,
      environment: {
        ...variables,
        PORT: String(port),
        INTERNAL_PORT: String(internalPort),
        PUBLIC_CONSOLE_URL: url,
        CONSOLE_OIDC_ISSUER: provider.issuer,
        CONSOLE_OIDC_CLIENT_ID: CONSOLE_CLIENT.id,
        CONSOLE_OIDC_CLIENT_SECRET: CONSOLE_CLIENT.secret,
      },
      url: `http://127.0.0.1:${port}`,
      internalUrl: `http://127.0.0.1:${internalPort}`,
      logFile: join(system.dataDir, 'logs', 'gateway-with-provider.log'),
    });
    await gateway.start();
    await gateway.ready();
    return new ProvidedConsole(url, provider, gateway);
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.provider.stop();
  }
}
