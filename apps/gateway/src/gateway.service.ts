import type { OperationOwner } from '@towpath/contracts';
import { MONEY_DAYS } from '@towpath/persistence';
import type { ServiceDefinition } from '@towpath/service';
import { actionProposals, proposalRetention } from './action-proposals/action-proposal.table.js';
import { proposalMachine } from './action-proposals/action-proposal.transitions.js';
import { auditSealCopies } from './audit/audit-seal-copy.table.js';
import { clockMoves } from './clock/clock-move.table.js';
import {
  consoleLogoutTokens,
  consoleRetention,
  consoleSessions,
} from './console-sessions/console-session.table.js';
import {
  clientSecrets,
  customerAppChanges,
  customerApps,
} from './customer-apps/customer-app.table.js';
import {
  gatewayAccountChanges,
  gatewayAccounts,
} from './gateway-accounts/gateway-account.table.js';
import {
  linkCodes,
  refreshFamilies,
  refreshTokens,
} from './login-identity-tokens/login-identity-token.table.js';
import { signingKeyDistrusts, signingKeys } from './signing/signing-key.table.js';
import { AppModule } from './app.module.js';
import { CLIENT_SECRETS_KEY } from './customer-apps/customer-apps.service.js';
import { customerAppMachine } from './customer-apps/customer-app.transitions.js';
import { proxiesIn } from './routing/client-address.js';
import { GATEWAY_ACCOUNTS_KEY } from './gateway-accounts/gateway-accounts.reads.js';
import { GatewayConfig, internalUrls, originsOf } from './gateway.config.js';
import { GRANTS_KEY } from './login-identity-tokens/token-pairs.js';
import { gatewayMigrations } from './migrations/index.js';
import { hostCheck } from './routing/origins.js';
import { SIGNING_KEYS_KEY } from './signing/signing-keys.js';

export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  module: (config) =>
    AppModule.forRoot(config, Object.keys(internalUrls(config)) as OperationOwner[]),
  migrations: gatewayMigrations,
  tables: [
    customerApps,
    clientSecrets,
    customerAppChanges,
    signingKeys,
    signingKeyDistrusts,
    clockMoves,
    gatewayAccounts,
    gatewayAccountChanges,
    refreshFamilies,
    refreshTokens,
    linkCodes,
    auditSealCopies,
    consoleSessions,
    consoleLogoutTokens,
    actionProposals,
  ],
  keyPurposes: [CLIENT_SECRETS_KEY, SIGNING_KEYS_KEY, GRANTS_KEY, GATEWAY_ACCOUNTS_KEY],
  retention: [
    {
      table: 'audit_seal_copies',
      column: 'received_at',
      days: MONEY_DAYS,
      reason: 'as long as the seals of the audit, which they prove',
      through: 'delete_old_audit_seal_copies',
    },
    {
      table: 'refresh_families',
      column: 'expires_at',
      days: 1,
      reason: 'a family that was not refreshed for 90 days gives nothing; its tokens go with it',
    },
    {
      table: 'link_codes',
      column: 'expires_at',
      days: 1,
      reason: 'a code lives for 10 minutes, and the page session that has no other one for 8 hours',
    },
    ...consoleRetention,
    proposalRetention,
  ],
  consumes: [],
  peers: internalUrls,
  trustProxy: ({ trustedProxies }) => proxiesIn(trustedProxies),
  assertServed: (config) => hostCheck(originsOf(config)),
  machines: [customerAppMachine, proposalMachine],
  followsCustomerApps: false,
};
