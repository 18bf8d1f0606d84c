import { definitionsOf } from '@towpath/contracts';
import { MONEY_DAYS } from '@towpath/persistence';
import { differences } from '@towpath/reconciliation';
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

/** Longer than any card scheme lets a dispute go on, its second chargeback included. */
const EVIDENCE_DAYS = 540;

export const disputeService: ServiceDefinition<DisputeConfig> = {
  name: 'dispute',
  config: DisputeConfig,
  module: (config) => AppModule.forRoot(config),
  migrations: disputeMigrations,
  peers: ({ paymentLinkInternalUrl }) => ({ 'payment-link': paymentLinkInternalUrl }),
  tables: [disputes, answers, evidence, notifications, differences],
  keyPurposes: KEY_PURPOSES,
  retention: [
    {
      table: 'disputes',
      column: 'updated_at',
      days: MONEY_DAYS,
      reason:
        'books are kept for 7 years; the history of a dispute and the answers to it go with it, and hold it back while they are younger',
      through: 'delete_old_disputes',
    },
    {
      table: 'dispute_evidence',
      column: 'stored_at',
      days: EVIDENCE_DAYS,
      reason:
        'files about a person: as long as a dispute may be contested again; emptied at once when the payer is erased',
    },
    {
      table: 'processor_notifications',
      column: 'settled_at',
      days: MONEY_DAYS,
      reason: 'evidence of what processors said: as long as disputes; one that still waits stays',
    },
  ],
  consumes: definitionsOf('payment_user.erased', 'payment.returned', 'payment.return_reversed'),
  machines: [disputeMachine],
};
