import { Module, type DynamicModule } from '@nestjs/common';
import type { AccountDataConfig } from './account-data.config.js';
import { DataReadsModule } from './reads/data-reads.module.js';
import { HostedModule } from './pages/hosted/hosted.module.js';
import { InstitutionConnectionsModule } from './banks/institution-connections/institution-connections.module.js';
import { InstitutionsModule } from './banks/institutions/institutions.module.js';
import { LinkingModule } from './flows/linking/linking.module.js';
import { RefreshingModule } from './flows/refreshing/refreshing.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(config: AccountDataConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InstitutionConnectionsModule.forRoot(config),
        InstitutionsModule,
        LinkingModule,
        RefreshingModule,
        HostedModule.forRoot(config),
        DataReadsModule.forRoot(config),
      ],
    };
  }
}
