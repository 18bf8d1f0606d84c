import { definitionsOf } from '@towpath/contracts';
import type { ServiceDefinition } from '@towpath/service';
import { AppModule } from './app.module.js';
import { directDebitMachine } from './charging/charges/direct-debit.transitions.js';
import { MandateConfig } from './mandate.config.js';
import { mandateMachine } from './mandates/mandates/mandate.transitions.js';
import { mandateMigrations } from './migrations/index.js';
import { entities } from './persistence/entities.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { mandateRetention } from './persistence/retention.js';

export const mandateService: ServiceDefinition<MandateConfig> = {
  name: 'mandate',
  config: MandateConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: mandateMigrations,
  peers: ({ paymentLinkInternalUrl, accountDataInternalUrl }) => ({
    'payment-link': paymentLinkInternalUrl,
    'account-data': accountDataInternalUrl,
  }),
  entities,
  keyPurposes: KEY_PURPOSES,
  retention: mandateRetention,
  consumes: definitionsOf(
    'mandate.revoked',
    'mandate.cancelled',
    'mandate.closed',
    'payment_link.mandate_released',
    'payment_link.cancelled',
    'payment_link.expired',
    'payment_user.erased',
  ),
  machines: [mandateMachine, directDebitMachine],
};
