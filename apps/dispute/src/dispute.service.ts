import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { DisputeConfig } from './dispute.config.js';
import { disputeMigrations } from './migrations/index.js';

export const disputeService: ServiceDefinition<DisputeConfig> = {
  name: 'dispute',
  config: DisputeConfig,
  module: () => AppModule,
  migrations: disputeMigrations,
  entities: [],
  consumes: [],
  machines: [],
};
