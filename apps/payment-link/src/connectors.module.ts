import { Global, Module, type FactoryProvider } from '@nestjs/common';
import { sandboxAccess, type SandboxAccess } from '@towpath/config';
import {
  ConnectorClient,
  credentialsOf,
  GatewayCredentials,
  InternalClient,
  LOGGER,
  StripeClient,
  type SilenceReason,
} from '@towpath/http';
import { Clock } from '@towpath/kernel';
import { ConnectorCalls, Metrics, ShutdownHooks, type Logger } from '@towpath/observability';
import { addressUnder } from './address-under.js';
import {
  CardGatewayRegistry,
  GatewayUnavailable,
  type CardGatewayConnector,
} from './cards/card-gateways/ports.js';
import { gw1Wire } from './cards/card-gateways/sandbox/gw1.wire.js';
import { gw2Wire } from './cards/card-gateways/sandbox/gw2.wire.js';
import { gw4Wire } from './cards/card-gateways/sandbox/gw4.wire.js';
import { SandboxCardGateway } from './cards/card-gateways/sandbox/sandbox-card-gateway.js';
import { StripeUnavailable } from './cards/card-gateways/stripe/stripe-answers.js';
import { StripeCardGateway } from './cards/card-gateways/stripe/stripe-card-gateway.js';
import { Gw3Transfers } from './links/transfer-banks/sandbox/gw3-transfers.js';
import { TransferBanks, TransferBankUnavailable } from './links/transfer-banks/ports.js';
import { BillingRegistry, BillingUnavailable } from './money/bill-sources/ports.js';
import { ExtBilling } from './money/bill-sources/sandbox/ext-billing.js';
import { KnownConnectors } from './money/settlement-accounts/known-connectors.js';
import { PayoutBankUnavailable, PayoutRegistry } from './money/payout-banks/ports.js';
import { Gw3Payouts } from './money/payout-banks/gw3-payouts.js';
import { PaymentLinkConfig } from './payment-link.config.js';

type ClientOf = (integrationId: string, Unavailable: Silence) => ConnectorClient;
type Silence = new (integrationId: string, reason: SilenceReason) => Error;

interface Simulations<Connector> {
  readonly kind: string;
  /** Token of the connectors of real processors. */
  readonly realOnes?: symbol;
  readonly connectors: (
    client: ClientOf,
    sandbox: SandboxAccess,
    config: PaymentLinkConfig,
  ) => Connector[];
}

type Parts<Connector> = [PaymentLinkConfig, ShutdownHooks, Metrics, Connector[]?];

/**
 * Simulated gateways, banks or billing systems, for test apps; none without a sandbox. Their calls
 * are measured.
 */
function simulated<Connector extends { readonly integrationId: string }, Registry>(
  provide: new (connectors: readonly Connector[]) => Registry,
  { kind, realOnes, connectors }: Simulations<Connector>,
): FactoryProvider<Registry> {
  return {
    provide,
    inject: [PaymentLinkConfig, ShutdownHooks, Metrics, ...(realOnes ? [realOnes] : [])],
    useFactory: (...[config, hooks, metrics, others = []]: Parts<Connector>) => {
      const calls = new ConnectorCalls(metrics, kind);
      const sandbox = sandboxAccess(config);
      if (!sandbox) return new provide(calls.ofAll(others));
      const { url: baseUrl, secret } = sandbox;
      const client: ClientOf = (integrationId, Unavailable) => {
        const silence = (reason: SilenceReason) => new Unavailable(integrationId, reason);
        const http = new ConnectorClient({ baseUrl, secret, silence });
        hooks.register(`sandbox ${kind} ${integrationId}`, () => http.close());
        return http;
      };
      return new provide(calls.ofAll([...connectors(client, sandbox, config), ...others]));
    },
  };
}

const REAL_CARDS = Symbol('card gateways of real processors');
type RealParts = [PaymentLinkConfig, GatewayCredentials, Clock, Logger, Metrics];

/** For test and for live apps; keys are asked for at each use. */
const realCards: FactoryProvider<CardGatewayConnector[]> = {
  provide: REAL_CARDS,
  inject: [PaymentLinkConfig, GatewayCredentials, Clock, LOGGER, Metrics],
  useFactory: (...[config, credentials, clock, logger, metrics]: RealParts) =>
    (['TEST', 'LIVE'] as const).flatMap((appType) => {
      const { publicFieldsUrl: fieldsUrl, stripeApiUrl: apiUrl } = config;
      // It needs an origin for the card fields.
      if (fieldsUrl === undefined) return [];
      const client = new StripeClient({
        ...{ appType, apiUrl, credentials, clock, logger, metrics },
        Unavailable: StripeUnavailable,
      });
      return [new StripeCardGateway({ client, fieldsUrl })];
    }),
};

/** The only place with the lists of gateways, banks and billing systems; add live ones here. */
@Global()
@Module({
  providers: [
    {
      provide: GatewayCredentials,
      inject: [InternalClient, PaymentLinkConfig],
      useFactory: credentialsOf,
    },
    realCards,
    simulated<CardGatewayConnector, CardGatewayRegistry>(CardGatewayRegistry, {
      kind: 'card gateway',
      realOnes: REAL_CARDS,
      connectors: (client, { publicUrl, secret, secrets }, config) =>
        [gw1Wire, gw2Wire, gw4Wire].map((wire) => {
          const path = `/callbacks/cards/${wire.integrationId.toLowerCase()}` as const;
          return new SandboxCardGateway({
            wire,
            http: client(wire.integrationId, GatewayUnavailable),
            secret,
            secrets,
            publicUrl,
            pageOrigin: new URL(config.publicPagesUrl).origin,
            callBackUrl: addressUnder(config.publicApiUrl, { path }).href,
          });
        }),
    }),
    simulated(BillingRegistry, {
      kind: 'billing system',
      connectors: (client) => [new ExtBilling(client('EXT', BillingUnavailable))],
    }),
    simulated(PayoutRegistry, {
      kind: 'bank of payouts',
      connectors: (client) => [new Gw3Payouts(client('GW3', PayoutBankUnavailable))],
    }),
    simulated(TransferBanks, {
      kind: 'bank of transfers',
      connectors: (client) => [new Gw3Transfers(client('GW3', TransferBankUnavailable))],
    }),
    {
      provide: KnownConnectors,
      inject: [CardGatewayRegistry, PayoutRegistry, TransferBanks],
      useFactory: (card: CardGatewayRegistry, payout: PayoutRegistry, transfer: TransferBanks) =>
        new KnownConnectors({ card, payout, transfer }),
    },
  ],
  exports: [
    BillingRegistry,
    CardGatewayRegistry,
    GatewayCredentials,
    KnownConnectors,
    PayoutRegistry,
    TransferBanks,
  ],
})
export class ConnectorsModule {}
