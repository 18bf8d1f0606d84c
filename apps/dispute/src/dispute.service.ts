import { definitionsOf } from '@towpath/contracts';
import type { ServiceDefinition } from '@towpath/service';
import { answers } from './answers/answer.table.js';
import { disputes } from './disputes/dispute.table.js';
import { evidence } from './evidence/evidence.table.js';
import { notifications } from './notifications/notification.table.js';
import { AppModule } from './app.module.js';
import { DisputeConfig } from './dispute.config.js';
import { disputeMachine } from './disputes/dispute.transitions.js';
import { disputeMigrations } from './migrations/index.js';
import { KEY_PURPOSES } from './persistence/key-purposes.js';
import { disputeRetention } from './persistence/retention.js';

export const disputeService: ServiceDefinition<DisputeConfig> = {
  name: 'dispute',
  config: DisputeConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: disputeMigrations,
  peers: ({ paymentLinkInternalUrl }) => ({ 'payment-link': paymentLinkInternalUrl }),
  tables: [disputes, answers, evidence, notifications],
  keyPurposes: KEY_PURPOSES,
  retention: disputeRetention,
  consumes: definitionsOf('payment_user.erased', 'payment.returned'),
  machines: [disputeMachine],
};
