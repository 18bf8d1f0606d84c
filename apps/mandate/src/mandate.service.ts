import { eventsOf } from '@towpath/messaging';
import { reconciliationTables } from '@towpath/reconciliation';
import { loginGuesses, type ServiceDefinition } from '@towpath/service';
import { checklists } from './mandates/checklists/checklist.table.js';
import { directDebits, mandateUsage } from './charging/charges/direct-debit.table.js';
import { leftDrafts } from './authorizing/link-drafts/left-draft.table.js';
import {
  checklistKeyDistrusts,
  checklistKeys,
  checklistPayloads,
} from './authorizing/checklist-keys/checklist-key.table.js';
import { consents } from './mandates/consents/consent.table.js';
import { mandates, sensitiveMandateReads, submissions } from './mandates/mandates/mandate.table.js';
import { sessions } from './authorizing/sessions/session.table.js';
import { AppModule } from './app.module.js';
import { LinkDraftsConsumer } from './authorizing/link-drafts/link-drafts.consumer.js';
import { ChargesConsumer } from './charging/charges/charges.consumer.js';
import { directDebitMachine } from './charging/charges/direct-debit.transitions.js';
import { ErasuresConsumer } from './incoming/erasures/erasures.consumer.js';
import { MandateConfig } from './mandate.config.js';
import { mandateMachine } from './mandates/mandates/mandate.transitions.js';
import { mandateMigrations } from './migrations/index.js';
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
  tables: [
    leftDrafts,
    mandates,
    sensitiveMandateReads,
    submissions,
    checklistKeys,
    checklistKeyDistrusts,
    checklistPayloads,
    checklists,
    consents,
    sessions,
    loginGuesses,
    directDebits,
    mandateUsage,
    ...reconciliationTables,
  ],
  keyPurposes: KEY_PURPOSES,
  retention: mandateRetention,
  consumes: eventsOf(ChargesConsumer, LinkDraftsConsumer, ErasuresConsumer),
  machines: [mandateMachine, directDebitMachine],
};
