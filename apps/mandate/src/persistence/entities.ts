import type { EntityClass } from '@towpath/persistence';
import { reconciliationEntities } from '@towpath/reconciliation';
import { checklistPayloads } from '../authorizing/authorization/checklist-payload.table.js';
import { checklists } from '../mandates/checklists/checklist.table.js';
import { directDebits, mandateUsage } from '../charging/charges/direct-debit.table.js';
import { LeftDraftEntity } from '../authorizing/link-drafts/persistence/left-draft.entity.js';
import { ChecklistKeyDistrustEntity } from '../authorizing/checklist-keys/persistence/checklist-key-distrust.entity.js';
import { ChecklistKeyEntity } from '../authorizing/checklist-keys/persistence/checklist-key.entity.js';
import { consents } from '../mandates/consents/consent.table.js';
import { mandates, sensitiveMandateReads } from '../mandates/mandates/mandate.table.js';
import { LoginGuessEntity } from '@towpath/service';
import { MandateSessionEntity } from '../authorizing/sessions/persistence/mandate-session.entity.js';
import { submissions } from '../mandates/mandates/submission.table.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  LeftDraftEntity,
  mandates,
  sensitiveMandateReads,
  submissions,
  ChecklistKeyEntity,
  ChecklistKeyDistrustEntity,
  checklistPayloads,
  checklists,
  consents,
  MandateSessionEntity,
  LoginGuessEntity,
  directDebits,
  mandateUsage,
  ...reconciliationEntities,
];
