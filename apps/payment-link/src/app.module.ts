import { Module, type DynamicModule } from '@nestjs/common';
import { CardCallBacksModule } from './cards/card-gateways/card-call-backs.module.js';
import { CardGatewaysModule } from './cards/card-gateways/card-gateways.module.js';
import { ChargesModule } from './cards/charges/charges.module.js';
import { ErasuresModule } from './flows/erasures/erasures.module.js';
import { HostedModule } from './links/hosted/hosted.module.js';
import { MandateAttemptsModule } from './debit/mandate-attempts/mandate-attempts.module.js';
import { MandatePartiesModule } from './debit/mandate-parties/mandate-parties.module.js';
import type { PaymentLinkConfig } from './payment-link.config.js';
import { PaymentAccountsModule } from './parties/payment-accounts/payment-accounts.module.js';
import { PaymentLinksModule } from './links/payment-links/payment-links.module.js';
import { PaymentMethodsModule } from './cards/payment-methods/payment-methods.module.js';
import { PaymentUsersModule } from './parties/payment-users/payment-users.module.js';
import { PaymentsModule } from './money/payments/payments.module.js';
import { ProcessorLedgerModule } from './flows/processor-ledger/processor-ledger.module.js';
import { paymentReconciliation } from './flows/reconciliation/reconciliation.module.js';

/** The slices of this service, and how they hang together. */
@Module({})
export class AppModule {
  static forRoot(config: PaymentLinkConfig): DynamicModule {
    const gateways = CardGatewaysModule.forRoot(config);
    const links = PaymentLinksModule.forRoot(
      { validityDays: config.paymentLinkValidityDays, publicPagesUrl: config.publicPagesUrl },
      gateways,
    );
    const charges = ChargesModule.forRoot(gateways);
    const mandateAttempts = MandateAttemptsModule.forRoot(links);
    return {
      module: AppModule,
      imports: [
        PaymentUsersModule,
        PaymentAccountsModule,
        PaymentMethodsModule,
        ErasuresModule.forRoot(links),
        MandatePartiesModule,
        PaymentsModule,
        links,
        charges,
        HostedModule.forRoot([links, mandateAttempts]),
        mandateAttempts,
        CardCallBacksModule.forRoot([gateways, links, charges]),
        ProcessorLedgerModule.forRoot(config),
        paymentReconciliation([gateways, links, charges]),
      ],
    };
  }
}
