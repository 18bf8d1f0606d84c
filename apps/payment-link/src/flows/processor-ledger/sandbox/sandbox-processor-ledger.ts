import type { ConnectorClient } from '@towpath/http';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { GatewayUnavailable } from '../../../cards/card-gateways/ports.js';
import { ProcessorLedger, type ProcessorLedgerEntry } from '../ports.js';

interface SandboxLedger {
  readonly payments: readonly {
    readonly payment_id: string;
    readonly gateway: string;
    readonly currency: string;
    readonly references: readonly string[];
    readonly charged: number;
    readonly refunded: number;
    readonly captures: number;
  }[];
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
