import { definitionsOf } from '@towpath/contracts';
import { reconciliationTables } from '@towpath/reconciliation';
import { loginGuesses, type ServiceDefinition } from '@towpath/service';
import { checklistPayloads } from './authorizing/authorization/checklist-payload.table.js';
import { checklists } from './mandates/checklists/checklist.table.js';
import { directDebits, mandateUsage } from './charging/charges/direct-debit.table.js';
import { leftDrafts } from './authorizing/link-drafts/left-draft.table.js';
import {
  checklistKeyDistrusts,
  checklistKeys,
} from './authorizing/checklist-keys/checklist-key.table.js';
import { consents } from './mandates/consents/consent.table.js';
import { mandates, sensitiveMandateReads } from './mandates/mandates/mandate.table.js';
import { sessions } from './authorizing/sessions/session.table.js';
import { submissions } from './mandates/mandates/submission.table.js';
import { AppModule } from './app.module.js';
import { directDebitMachine } from './charging/charges/direct-debit.transitions.js';
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
