import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { AccountDataConfig } from './account-data.config.js';
import { accountDataMigrations } from './migrations/index.js';

export const accountDataService: ServiceDefinition<AccountDataConfig> = {
  name: 'account-data',
  config: AccountDataConfig,
  module: () => AppModule,
  migrations: accountDataMigrations,
  entities: [],
  consumes: [],
  machines: [],
};
