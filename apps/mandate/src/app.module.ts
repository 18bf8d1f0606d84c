import { Module, type DynamicModule } from '@nestjs/common';
import { AuthorizationModule } from './authorizing/authorization/authorization.module.js';
import { BankCallBacksModule } from './flows/bank-call-backs/bank-call-backs.module.js';
import { ChargingModule } from './charging/charging.module.js';
import { BanksModule } from './banks/banks.module.js';
import { ErasuresModule } from './flows/erasures/erasures.module.js';
import { HostedModule } from './authorizing/hosted/hosted.module.js';
import { LinkDraftsModule } from './authorizing/link-drafts/link-drafts.module.js';
import type { MandateConfig } from './mandate.config.js';
import { MandatesModule } from './mandates/mandates.module.js';
import { debitReconciliation } from './flows/reconciliation/reconciliation.module.js';
import { SessionsModule } from './authorizing/sessions/sessions.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(config: MandateConfig): DynamicModule {
    const sessions = SessionsModule.forRoot(config);
    const authorization = AuthorizationModule.forRoot(config, sessions);
    return {
      module: AppModule,
      imports: [
        BanksModule.forRoot(config),
        MandatesModule,
        LinkDraftsModule,
        authorization,
        HostedModule.forRoot([sessions, authorization]),
        ChargingModule,
        ErasuresModule.forRoot(authorization),
        BankCallBacksModule.forRoot([MandatesModule, ChargingModule]),
        debitReconciliation(),
      ],
    };
  }
}
