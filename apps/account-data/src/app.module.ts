import { Module, type DynamicModule } from '@nestjs/common';
import { AccountDataConfig } from './account-data.config.js';
import { BanksModule } from './banks/banks.module.js';
import { DataModule } from './data/data.module.js';
import { IdentitiesModule } from './identities/identities.module.js';
import { LinkingModule } from './linking/linking.module.js';
import { LoginIdentityResource } from './operators/login-identity.resource.js';
import { PagesModule } from './pages/pages.module.js';

/** The areas of this service. Operations without a slice are routed and answer 501. */
@Module({})
export class AppModule {
  static forRoot(config: AccountDataConfig): DynamicModule {
    return {
      module: AppModule,
      // for the areas, whose modules take no settings
      global: true,
      providers: [{ provide: AccountDataConfig, useValue: config }, LoginIdentityResource],
      exports: [AccountDataConfig],
      imports: [BanksModule, IdentitiesModule, DataModule, LinkingModule, PagesModule],
    };
  }
}
