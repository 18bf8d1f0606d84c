import { Injectable } from '@nestjs/common';
import { sandboxAccess } from '@towpath/config';
import type { ProcessorLedgerResponse } from '@towpath/contracts';
import { ConnectorClient, type SilenceReason } from '@towpath/http';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { ShutdownHooks } from '@towpath/observability';
import { GatewayUnavailable } from '../../cards/card-gateways/ports.js';
import { PaymentLinkConfig } from '../../payment-link.config.js';

/** The one ledger of all simulated gateways and banks: theirs, to be compared with our books. */
@Injectable()
export class ProcessorLedgerReads {
  private readonly sandbox: ConnectorClient | undefined;

  constructor(config: PaymentLinkConfig, hooks: ShutdownHooks) {
    const access = sandboxAccess(config);
    if (!access) return;
    const { url: baseUrl, secret } = access;
    const silence = (reason: SilenceReason) => new GatewayUnavailable('sandbox', reason);
    const http = new ConnectorClient({ baseUrl, secret, silence });
    hooks.register('sandbox ledger', () => http.close());
    this.sandbox = http;
  }

  /** Every payment of an app, sorted by payment; none without a sandbox. */
  async get(app: CustomerAppId): Promise<ProcessorLedgerResponse> {
    const query = new URLSearchParams({ customer_app_id: app });
    const path = `/ledger?${query.toString()}`;
    try {
      const answer = await this.sandbox?.send({ method: 'GET', path });
      const { payments } = (answer?.body ?? { payments: [] }) as ProcessorLedgerResponse;
      return { payments };
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The test processors do not answer. Try again.');
    }
  }
}
