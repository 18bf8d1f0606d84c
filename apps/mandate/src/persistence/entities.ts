import type { AnyTable } from '@towpath/persistence';
import { reconciliationTables } from '@towpath/reconciliation';
import { checklistPayloads } from '../authorizing/authorization/checklist-payload.table.js';
import { checklists } from '../mandates/checklists/checklist.table.js';
import { directDebits, mandateUsage } from '../charging/charges/direct-debit.table.js';
import { leftDrafts } from '../authorizing/link-drafts/left-draft.table.js';
import {
  checklistKeyDistrusts,
  checklistKeys,
} from '../authorizing/checklist-keys/checklist-key.table.js';
import { consents } from '../mandates/consents/consent.table.js';
import { mandates, sensitiveMandateReads } from '../mandates/mandates/mandate.table.js';
import { loginGuesses } from '@towpath/service';
import { sessions } from '../authorizing/sessions/session.table.js';
import { submissions } from '../mandates/mandates/submission.table.js';

/** Every table of this service, for the drift check. */
export const entities: readonly AnyTable[] = [
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
];
