import type { OperationOwner } from '@towpath/contracts';
import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { CLIENT_SECRETS_KEY } from './customer-apps/client-secret.js';
import { customerAppMachine } from './customer-apps/customer-app.transitions.js';
import { gatewayEntities } from './entities.js';
import { proxiesIn } from './routing/client-address.js';
import { GatewayConfig, internalUrls, originsOf } from './gateway.config.js';
import { GRANTS_KEY } from './login-identity-tokens/token-pairs.js';
import { gatewayRetention } from './login-identity-tokens/retention.js';
import { gatewayMigrations } from './migrations/index.js';
import { hostCheck } from './routing/origins.js';
import { SIGNING_KEYS_KEY } from './signing/signing-keys.js';

export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  config: GatewayConfig,
  module: (config) =>
    AppModule.forRoot(config, Object.keys(internalUrls(config)) as OperationOwner[]),
  migrations: gatewayMigrations,
  entities: gatewayEntities,
  keyPurposes: [CLIENT_SECRETS_KEY, SIGNING_KEYS_KEY, GRANTS_KEY],
  retention: gatewayRetention,
  consumes: [],
  peers: internalUrls,
  trustProxy: ({ trustedProxies }) => proxiesIn(trustedProxies),
  assertServed: (config) => hostCheck(originsOf(config)),
  machines: [customerAppMachine],
  followsCustomerApps: false,
};
