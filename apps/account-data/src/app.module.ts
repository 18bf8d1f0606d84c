import { Module, type DynamicModule } from '@nestjs/common';
import type { AccountDataConfig } from './account-data.config.js';
import { DataReadsModule } from './data-reads.module.js';
import { InstitutionConnectionsModule } from './institution-connections/institution-connections.module.js';
import { InstitutionsModule } from './institutions/institutions.module.js';
import { LoginIdentitiesModule } from './login-identities/login-identities.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(config: AccountDataConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InstitutionConnectionsModule.forRoot(config),
        InstitutionsModule,
        LoginIdentitiesModule,
        DataReadsModule.forRoot(config),
      ],
    };
  }
}
