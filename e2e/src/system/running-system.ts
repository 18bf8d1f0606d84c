import { readFileSync } from 'node:fs';
import {
  ApiClient,
  createSandboxApp,
  Merchant,
  runGatewayCli,
  type Environment,
  type GatewayHost,
  type NewSandboxApp,
  type SandboxApp,
  type SystemLayout,
} from '@towpath/testing';
import { Contract } from '../clients/contract.js';

interface RunningService {
  readonly name: string;
  readonly url: string;
  readonly internalUrl: string;
  readonly environment: Environment;
}

interface Description {
  readonly dataDir: string;
  readonly layout: SystemLayout;
  readonly adminUrl: string;
  readonly services: readonly RunningService[];
  readonly shop: SandboxApp;
}

/** The system that the run's global set-up started, as a spec sees it: addresses and credentials. */
export class RunningSystem implements GatewayHost {
  private readonly contract: Contract;

  private constructor(private readonly description: Description) {
    this.contract = Contract.of(this.layout.root);
  }

  static open(): RunningSystem {
    const file = process.env['E2E_SYSTEM'];
    if (!file) throw new Error('E2E_SYSTEM is not set: run these specs as the Jest project e2e.');
    return new RunningSystem(JSON.parse(readFileSync(file, 'utf8')) as Description);
  }

  get layout(): SystemLayout {
    return this.description.layout;
  }

  get dataDir(): string {
    return this.description.dataDir;
  }

  /** PostgreSQL as its administrator, who sees every row of every service. */
  get adminUrl(): string {
    return this.description.adminUrl;
  }

  /** `host:port`, joined by commas. */
  get kafkaBrokers(): string {
    return this.layout.kafkaBrokers;
  }

  get baseUrl(): string {
    return this.service('gateway').url;
  }

  service(name: string): RunningService {
    const found = this.description.services.find((service) => service.name === name);
    if (!found) throw new Error(`${name} is not part of the running system`);
    return found;
  }

  /** The public interface; every answer must be what the OpenAPI document says. */
  api(): ApiClient {
    return new ApiClient(this.baseUrl, (request, answer) => this.contract.check(request, answer));
  }

  /** The public interface without a look at the answers. */
  bareApi(): ApiClient {
    return new ApiClient(this.baseUrl);
  }

  /** The customer app that all specs share: nobody moves its clock. */
  shop(): Merchant {
    return new Merchant(this.api(), this.description.shop);
  }

  /** A customer app of the spec's own, to move its clock or to count what it has. */
  async newShop(app: Partial<NewSandboxApp> = {}): Promise<Merchant> {
    const created = await createSandboxApp(this, { name: 'Own Shop', currencies: ['HKD'], ...app });
    return new Merchant(this.api(), created);
  }

  /** The gateway's command line: what an operator types. */
  cli(args: readonly string[]): Promise<unknown> {
    return runGatewayCli(this, args);
  }
}
