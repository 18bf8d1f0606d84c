import { Global, Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { HealthRegistry } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';

import { CALLBACK_TIMES, type CallbackTimes } from './base/callbacks/callback-sender.js';
import { CallbackSigners } from './base/callbacks/callback-signer.js';
import { ListeningPorts } from './base/http/listening-ports.js';
import { ServiceTokens } from './base/http/service-tokens.js';
import { CardProtocols } from './cards/authorizations/ports.js';
import { DisputeProtocols } from './cards/disputes/ports.js';
import { BankProtocol } from './debits/direct-debit/bank-notice.js';
import { Gw1Protocol } from './gateways/gw1/gw1.protocol.js';
import { Gw2Protocol } from './gateways/gw2/gw2.protocol.js';
import { Gw3Protocol } from './gateways/gw3/gw3.protocol.js';
import { Gw4Protocol } from './gateways/gw4/gw4.protocol.js';
import { SandboxLogger } from './sandbox-logger.js';
import { SandboxConfig } from './sandbox.config.js';

/** What `startSandbox` creates, because it outlives the modules or comes from outside. */
export interface SandboxParts {
  readonly config: SandboxConfig;
  readonly logger: SandboxLogger;
  readonly transactions: Transactions;
  readonly health: HealthRegistry;
  readonly ports: ListeningPorts;
  readonly serviceTokens: ServiceTokens;
  readonly callbackTimes: CallbackTimes;
}

/** Parts of the process, and how each party writes and signs: areas take both as given. */
@Global()
@Module({})
export class PartiesModule {
  static forRoot(parts: SandboxParts): DynamicModule {
    const { gatewaySecret } = parts.config;
    const cards = [Gw1Protocol, Gw2Protocol, Gw4Protocol].map((Type) => new Type(gatewaySecret));
    const bank = new Gw3Protocol(gatewaySecret);
    const values = new Map<InjectionToken, unknown>([
      [SandboxConfig, parts.config],
      [SandboxLogger, parts.logger],
      [Transactions, parts.transactions],
      [HealthRegistry, parts.health],
      [ListeningPorts, parts.ports],
      [ServiceTokens, parts.serviceTokens],
      [CALLBACK_TIMES, parts.callbackTimes],
      [CardProtocols, new CardProtocols(cards)],
      [DisputeProtocols, new DisputeProtocols(cards)],
      [BankProtocol, bank],
      [CallbackSigners, new CallbackSigners([...cards, bank])],
    ]);
    const providers = [...values].map(([provide, useValue]) => ({ provide, useValue }));
    return { module: PartiesModule, providers, exports: [...values.keys()] };
  }
}
