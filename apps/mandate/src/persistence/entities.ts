import type { EntityClass } from '@towpath/persistence';
import { reconciliationEntities } from '@towpath/reconciliation';
import { checklistPayloads } from '../authorizing/authorization/checklist-payload.table.js';
import { checklists } from '../mandates/checklists/checklist.table.js';
import {
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
} from '../charging/charges/persistence/direct-debit.entity.js';
import { LeftDraftEntity } from '../authorizing/link-drafts/persistence/left-draft.entity.js';
import { ChecklistKeyDistrustEntity } from '../authorizing/checklist-keys/persistence/checklist-key-distrust.entity.js';
import { ChecklistKeyEntity } from '../authorizing/checklist-keys/persistence/checklist-key.entity.js';
import { MandateConsentEntity } from '../mandates/consents/mandate-consent.entity.js';
import { MandateEntity, MandateStateChangeEntity } from '../mandates/mandates/mandate.entity.js';
import { SensitiveMandateReadEntity } from '../mandates/mandates/sensitive-mandate-read.entity.js';
import { LoginGuessEntity } from '@towpath/service';
import { MandateSessionEntity } from '../authorizing/sessions/persistence/mandate-session.entity.js';
import { MandateSubmissionEntity } from '../mandates/mandates/submission.entity.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  LeftDraftEntity,
  MandateEntity,
  MandateStateChangeEntity,
  MandateSubmissionEntity,
  ChecklistKeyEntity,
  ChecklistKeyDistrustEntity,
  checklistPayloads,
  checklists,
  MandateConsentEntity,
  MandateSessionEntity,
  LoginGuessEntity,
  SensitiveMandateReadEntity,
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
  ...reconciliationEntities,
];
