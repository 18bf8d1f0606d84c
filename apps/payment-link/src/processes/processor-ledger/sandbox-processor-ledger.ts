import { sandboxAccess } from '@towpath/config';
import { ConnectorClient } from '@towpath/http';
import { ShutdownHooks } from '@towpath/observability';
import { PaymentLinkConfig } from '../../payment-link.config.js';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { GatewayUnavailable } from '../../cards/card-gateways/ports.js';
import { ProcessorLedger, type ProcessorLedgerEntry } from './ports.js';

interface SandboxLedger {
  readonly payments: readonly (Omit<ProcessorLedgerEntry, 'paymentId'> & {
    readonly payment_id: string;
  })[];
}

/** The sandbox keeps one ledger for all its gateways and banks. */
export class SandboxProcessorLedger extends ProcessorLedger {
  constructor(private readonly http: ConnectorClient) {
    super();
  }

  override async read(customerAppId: CustomerAppId): Promise<ProcessorLedgerEntry[]> {
    const query = new URLSearchParams({ customer_app_id: customerAppId });
    const { payments } = await this.send(`/ledger?${query.toString()}`);
    return payments.map(({ payment_id: paymentId, ...entry }) => ({ paymentId, ...entry }));
  }

  private async send(path: string): Promise<SandboxLedger> {
    try {
      const { body } = await this.http.send({ method: 'GET', path });
      return body as SandboxLedger;
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The test processors do not answer. Try again.');
    }
  }
}

/** Without simulated gateways there are no books to show. */
class NoProcessorLedger extends ProcessorLedger {
  override read(): Promise<ProcessorLedgerEntry[]> {
    return Promise.resolve([]);
  }
}

export const processorLedger = {
  provide: ProcessorLedger,
  inject: [PaymentLinkConfig, ShutdownHooks],
  useFactory: (config: PaymentLinkConfig, hooks: ShutdownHooks): ProcessorLedger => {
    const sandbox = sandboxAccess(config);
    if (!sandbox) return new NoProcessorLedger();
    const { url: baseUrl, secret } = sandbox;
    const http = new ConnectorClient({
      baseUrl,
      secret,
      silence: (reason) => new GatewayUnavailable('sandbox', reason),
    });
    hooks.register('sandbox ledger', () => http.close());
    return new SandboxProcessorLedger(http);
  },
};
