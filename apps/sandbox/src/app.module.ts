import { Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { HealthRegistry } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';
import { BanksModule } from './banks/banks.module.js';
import {
  CALLBACK_TIMES,
  CallbackSigners,
  type CallbackTimes,
} from './base/callbacks/callbacks.service.js';
import { AccessGuard, ListeningPorts } from './base/http/access.guard.js';
import { InputPipe } from './base/http/input.pipe.js';
import { RefusalFilter } from './base/http/refusal.filter.js';
import { ServiceTokens } from './base/http/service-tokens.js';
import { CardProtocols } from './cards/authorizations/card-callbacks.js';
import { CardsModule } from './cards/cards.module.js';
import { DisputeProtocols } from './cards/disputes/dispute-facts.js';
import { ControlModule } from './control/control.module.js';
import { DebitsModule } from './debits/debits.module.js';
import { BankProtocol } from './debits/direct-debit/bank-notice.js';
import { GatewaysModule } from './gateways/gateways.module.js';
import { gw1Protocol } from './gateways/gw1/gw1.protocol.js';
import { gw2Protocol } from './gateways/gw2/gw2.protocol.js';
import { gw3Protocol } from './gateways/gw3/gw3.protocol.js';
import { gw4Protocol } from './gateways/gw4/gw4.protocol.js';
import { SandboxLogger } from './sandbox-logger.js';
import { SandboxConfig } from './sandbox.config.js';
import { stripeSigner } from './stripe/money/webhooks.js';
import { StripeModule } from './stripe/stripe.module.js';

/** What `startSandbox` creates, because it outlives the modules or comes from outside. */
interface SandboxParts {
  readonly config: SandboxConfig;
  readonly logger: SandboxLogger;
  readonly transactions: Transactions;
  readonly health: HealthRegistry;
  readonly ports: ListeningPorts;
  readonly serviceTokens: ServiceTokens;
  readonly callbackTimes: CallbackTimes;
}

/** The areas of the sandbox, what every request passes, and how each party writes and signs. */
@Module({})
export class AppModule {
  static with(parts: SandboxParts): DynamicModule {
    const { gatewaySecret } = parts.config;
    const cards = [gw1Protocol, gw2Protocol, gw4Protocol].map((made) => made(gatewaySecret));
    const bank = gw3Protocol(gatewaySecret);
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
      [CallbackSigners, new CallbackSigners([...cards, bank, stripeSigner(gatewaySecret)])],
    ]);
    return {
      module: AppModule,
      global: true,
      imports: [
        BanksModule,
        CardsModule,
        DebitsModule,
        GatewaysModule,
        StripeModule,
        ControlModule,
      ],
      providers: [
        ...[...values].map(([provide, useValue]) => ({ provide, useValue })),
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: APP_PIPE, useClass: InputPipe },
      ],
      exports: [...values.keys()],
    };
  }
}
