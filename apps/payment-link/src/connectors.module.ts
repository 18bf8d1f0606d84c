import { Global, Injectable, Module } from '@nestjs/common';
import { sandboxAccess, type SandboxAccess } from '@towpath/config';
import { ConnectorClient, type SilenceReason } from '@towpath/http';
import { ConnectorCalls, Metrics, ShutdownHooks } from '@towpath/observability';
import { addressUnder } from './address-under.js';
import { CardGatewayRegistry } from './cards/card-gateways/card-gateway-registry.js';
import { GatewayUnavailable } from './cards/card-gateways/ports.js';
import { gw1Wire } from './cards/card-gateways/sandbox/gw1.wire.js';
import { gw2Wire } from './cards/card-gateways/sandbox/gw2.wire.js';
import { gw4Wire } from './cards/card-gateways/sandbox/gw4.wire.js';
import { SandboxCardGateway } from './cards/card-gateways/sandbox/sandbox-card-gateway.js';
import { TransferBankUnavailable } from './links/manual-transfers/banks/ports.js';
import { Gw3Transfers } from './links/manual-transfers/banks/sandbox/gw3-transfers.js';
import { TransferBanks } from './links/manual-transfers/banks/transfer-banks.js';
import { BillingRegistry } from './money/bill-sources/billing-registry.js';
import { BillingUnavailable } from './money/bill-sources/ports.js';
import { ExtBilling } from './money/bill-sources/sandbox/ext-billing.js';
import { PayoutRegistry } from './money/payouts/payout-registry.js';
import { PayoutBankUnavailable } from './money/payouts/ports.js';
import { Gw3Payouts } from './money/payouts/sandbox/gw3-payouts.js';
import { PaymentLinkConfig } from './payment-link.config.js';

type ClientOf = (integrationId: string, Unavailable: Silence) => ConnectorClient;
type Silence = new (integrationId: string, reason: SilenceReason) => Error;

/** The simulated gateways, banks and billing systems, for test apps. */
@Injectable()
class Simulations {
  constructor(
    private readonly config: PaymentLinkConfig,
    private readonly hooks: ShutdownHooks,
    private readonly metrics: Metrics,
  ) {}

  /** None without a sandbox. Their calls are measured. */
  of<T extends { readonly integrationId: string }>(
    kind: string,
    connectors: (client: ClientOf, sandbox: SandboxAccess) => T[],
  ): T[] {
    const calls = new ConnectorCalls(this.metrics, kind);
    const sandbox = sandboxAccess(this.config);
    if (!sandbox) return [];
    const { url: baseUrl, secret } = sandbox;
    const client: ClientOf = (integrationId, Unavailable) => {
      const silence = (reason: SilenceReason) => new Unavailable(integrationId, reason);
      const http = new ConnectorClient({ baseUrl, secret, silence });
      this.hooks.register(`sandbox ${kind} ${integrationId}`, () => http.close());
      return http;
    };
    return calls.ofAll(connectors(client, sandbox));
  }
}

/** The only place with the lists of gateways, banks and billing systems; add live ones here. */
@Global()
@Module({
  providers: [
    Simulations,
    {
      provide: CardGatewayRegistry,
      inject: [Simulations, PaymentLinkConfig],
      useFactory: (simulations: Simulations, config: PaymentLinkConfig) =>
        new CardGatewayRegistry(
          simulations.of('card gateway', (client, { publicUrl, secret }) =>
            [gw1Wire, gw2Wire, gw4Wire].map((wire) => {
              const path = `/callbacks/cards/${wire.integrationId.toLowerCase()}` as const;
              return new SandboxCardGateway({
                wire,
                http: client(wire.integrationId, GatewayUnavailable),
                secret,
                publicUrl,
                pageOrigin: new URL(config.publicPagesUrl).origin,
                callBackUrl: addressUnder(config.publicApiUrl, { path }).href,
              });
            }),
          ),
        ),
    },
    {
      provide: BillingRegistry,
      inject: [Simulations],
      useFactory: (simulations: Simulations) =>
        new BillingRegistry(
          simulations.of('billing system', (client) => [
            new ExtBilling(client('EXT', BillingUnavailable)),
          ]),
        ),
    },
    {
      provide: PayoutRegistry,
      inject: [Simulations],
      useFactory: (simulations: Simulations) =>
        new PayoutRegistry(
          simulations.of('bank of payouts', (client) => [
            new Gw3Payouts(client('GW3', PayoutBankUnavailable)),
          ]),
        ),
    },
    {
      provide: TransferBanks,
      inject: [Simulations],
      useFactory: (simulations: Simulations) => {
        const [bank = null] = simulations.of('bank of transfers', (client) => [
          new Gw3Transfers(client('GW3', TransferBankUnavailable)),
        ]);
        return new TransferBanks(bank);
      },
    },
  ],
  exports: [BillingRegistry, CardGatewayRegistry, PayoutRegistry, TransferBanks],
})
export class ConnectorsModule {}
