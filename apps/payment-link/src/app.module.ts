import { Module, type DynamicModule } from '@nestjs/common';
import { ConnectorsModule } from './connectors.module.js';
import { HostedModule } from './links/hosted/hosted.module.js';
import { ManualTransfersModule } from './links/manual-transfers/manual-transfers.module.js';
import { TransferBanksModule } from './links/manual-transfers/banks/transfer-banks.module.js';
import { MandateAttemptsModule } from './links/mandate-attempts/mandate-attempts.module.js';
import { PaymentLinkConfig } from './payment-link.config.js';
import { PaymentLinksModule } from './links/payment-links/payment-links.module.js';
import { PaymentRequestsModule } from './flows/payment-requests/payment-requests.module.js';
import { MoneyModule } from './money/money.module.js';
import { FlowsModule } from './flows/flows.module.js';
import { paymentReconciliation } from './flows/reconciliation/reconciliation.module.js';
import { PartiesModule } from './parties/parties.module.js';
import { DebitModule } from './debit/debit.module.js';

/** The slices of this service, and how they hang together. */
@Module({})
export class AppModule {
  static forRoot(config: PaymentLinkConfig): DynamicModule {
    const links = PaymentLinksModule.forRoot({
      validityDays: config.paymentLinkValidityDays,
      publicPagesUrl: config.publicPagesUrl,
    });
    const mandateAttempts = MandateAttemptsModule.forRoot(links);
    const manualTransfers = ManualTransfersModule.forRoot(links);
    return {
      module: AppModule,
      // for the areas, whose modules take no settings
      global: true,
      providers: [{ provide: PaymentLinkConfig, useValue: config }],
      exports: [PaymentLinkConfig],
      imports: [
        PartiesModule,
        MoneyModule,
        DebitModule,
        ConnectorsModule,
        FlowsModule.forRoot([links, manualTransfers]),
        links,
        PaymentRequestsModule,
        HostedModule.forRoot([links, mandateAttempts, manualTransfers]),
        mandateAttempts,
        TransferBanksModule.forRoot(config),
        manualTransfers,
        paymentReconciliation([links, manualTransfers]),
      ],
    };
  }
}
