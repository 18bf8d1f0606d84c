import { readFileSync } from 'node:fs';
import {
  createSandboxApp,
  DescribedSystem,
  logLinesWith,
  runGatewayCli,
  type NewSandboxApp,
  type SandboxApp,
  type System,
  type SystemDescription,
} from '@towpath/local-system';
import { ApiClient, Merchant, WebhookReceiver } from '@towpath/testing';
import { Contract } from '../clients/contract.js';
import { keepExample } from '../clients/kept-examples.js';

interface Description extends SystemDescription {
  readonly shop: SandboxApp;
}

/** A server for webhooks, whose bodies must be of the SDK's types. */
export function keepingReceiver(): Promise<WebhookReceiver> {
  return WebhookReceiver.start((body) => {
    if (body['event_type']) keepExample('WebhookEvent', body);
  });
}

/** The public interface of any system, also of one that a spec starts for itself and breaks. */
export function keepingApi({ baseUrl, layout }: DescribedSystem | System): ApiClient {
  const contract = Contract.of(layout.root);
  return new ApiClient(baseUrl, (request, answer) => contract.keep(request, answer));
}

/** The system that the run's global set-up started, as a spec sees it: addresses and credentials. */
export class RunningSystem extends DescribedSystem {
  private readonly contract: Contract;
  private readonly sharedShop: SandboxApp;

  private constructor(description: Description) {
    super(description);
    this.sharedShop = description.shop;
    this.contract = Contract.of(this.layout.root);
  }

  static open(): RunningSystem {
    const file = process.env['E2E_SYSTEM'];
    if (!file) throw new Error('E2E_SYSTEM is not set: run these specs as the Jest project e2e.');
    return new RunningSystem(JSON.parse(readFileSync(file, 'utf8')) as Description);
  }

  /** The public interface; every answer must be what the OpenAPI document says. */
  api(): ApiClient {
    return new ApiClient(
      this.baseUrl,
      (request, answer) => this.contract.check(request, answer),
      (headers) => logLinesWith(this, headers.get('x-request-id') ?? ''),
    );
  }

  /** The public interface for what is wrong on purpose: answers are kept, not judged. */
  bareApi(): ApiClient {
    return keepingApi(this);
  }

  /** The customer app that all specs share: nobody moves its clock. */
  shop(): Merchant {
    return new Merchant(this.api(), this.sharedShop);
  }

  /** A customer app of the spec's own, to move its clock or to count what it has. */
  async newShop(app: Partial<NewSandboxApp> = {}): Promise<Merchant> {
    const created = await createSandboxApp(this, { name: 'Own Shop', currencies: ['HKD'], ...app });
    return new Merchant(this.api(), created);
  }

  webhookReceiver(): Promise<WebhookReceiver> {
    return keepingReceiver();
  }

  /** The gateway's command line: what an operator types. */
  cli(args: readonly string[]): Promise<unknown> {
    return runGatewayCli(this, args);
  }
}
