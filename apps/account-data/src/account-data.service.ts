import { loginGuesses, loginGuessRetention, type ServiceDefinition } from '@towpath/service';
import { AccountDataConfig } from './account-data.config.js';
import { AppModule } from './app.module.js';
import { identities } from './data/account-holders/account-holder.table.js';
import { accountBalances, accounts, transactions } from './data/accounts/account.table.js';
import { compositeStatements, statements } from './data/statements/statement.table.js';
import { loginCredentials } from './identities/credentials/login-credential.table.js';
import { linkJobs } from './identities/link-jobs/link-job.table.js';
import {
  linkKeyDistrusts,
  linkKeys,
  payloadAnswers,
  usedPayloads,
} from './identities/link-keys/link-key.table.js';
import {
  linkConsents,
  loginIdentities,
  loginIdentityChanges,
} from './identities/login-identities/login-identity.table.js';
import {
  loginIdentityMachine,
  authenticationMachine,
  linkSessionMachine,
} from './identities/login-identities/login-identity.transitions.js';
import { KEY_PURPOSES } from './key-purposes.js';
import { accountDataMigrations } from './migrations/index.js';
import { hostedLinks } from './pages/hosted-links/hosted-link.table.js';

export const accountDataService: ServiceDefinition<AccountDataConfig> = {
  name: 'account-data',
  config: AccountDataConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: accountDataMigrations,
  /** Every table of this service, for the drift check. */
  tables: [
    loginIdentities,
    loginIdentityChanges,
    linkConsents,
    accounts,
    accountBalances,
    transactions,
    statements,
    compositeStatements,
    identities,
    linkKeys,
    linkKeyDistrusts,
    usedPayloads,
    payloadAnswers,
    loginGuesses,
    loginCredentials,
    linkJobs,
    hostedLinks,
  ],
  keyPurposes: KEY_PURPOSES,
  /** Rows that are not erased with a login identity. */
  retention: [
    {
      table: 'hosted_links',
      column: 'created_at',
      days: 2,
      reason: 'a session lasts at most 8.5 hours; nothing in it is needed again',
    },
    loginGuessRetention,
    {
      table: 'payload_answers',
      column: 'expires_at',
      days: 0,
      reason: 'a repeat receives its answer for 10 minutes',
    },
    {
      table: 'used_payloads',
      column: 'used_at',
      days: 30,
      only: 'NOT EXISTS (SELECT FROM link_keys k WHERE k.published_at <= used_payloads.used_at)',
      reason: 'a replay is known for as long as a private key that may open the payload is kept',
    },
    {
      table: 'link_keys',
      column: 'retired_at',
      days: 0,
      reason: 'private halves go when they retire: what was encrypted to them is read no more',
    },
  ],
  consumes: [],
  machines: [loginIdentityMachine, authenticationMachine, linkSessionMachine],
};
