import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { AccountDataConfig } from './account-data.config.js';
import { authenticationMachine } from './identities/login-identities/domain/authentication.transitions.js';
import { linkSessionMachine } from './identities/login-identities/domain/link-session.transitions.js';
import { loginIdentityMachine } from './identities/login-identities/domain/login-identity.transitions.js';
import { accountDataMigrations } from './migrations/index.js';
import { entities } from './persistence/entities.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { accountDataRetention } from './persistence/retention.js';

export const accountDataService: ServiceDefinition<AccountDataConfig> = {
  name: 'account-data',
  config: AccountDataConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: accountDataMigrations,
  entities,
  keyPurposes: KEY_PURPOSES,
  retention: accountDataRetention,
  consumes: [],
  machines: [loginIdentityMachine, authenticationMachine, linkSessionMachine],
};
