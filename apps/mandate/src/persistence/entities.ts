import type { EntityClass } from '@towpath/persistence';
import { reconciliationEntities } from '@towpath/reconciliation';
import {
  ChecklistPayloadEntity,
  MandateChecklistEntity,
} from '../authorizing/authorization/persistence/mandate-checklist.entity.js';
import {
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
} from '../charging/charges/persistence/direct-debit.entity.js';
import { LeftDraftEntity } from '../authorizing/link-drafts/persistence/left-draft.entity.js';
import { ChecklistKeyDistrustEntity } from '../authorizing/checklist-keys/persistence/checklist-key-distrust.entity.js';
import { ChecklistKeyEntity } from '../authorizing/checklist-keys/persistence/checklist-key.entity.js';
import { MandateConsentEntity } from '../lifecycle/consents/persistence/mandate-consent.entity.js';
import {
  MandateEntity,
  MandateStateChangeEntity,
} from '../lifecycle/mandates/persistence/mandate.entity.js';
import { SensitiveMandateReadEntity } from '../lifecycle/mandates/persistence/sensitive-mandate-read.entity.js';
import { LoginGuessEntity } from '@towpath/service';
import { MandateSessionEntity } from '../authorizing/sessions/persistence/mandate-session.entity.js';
import { MandateSubmissionEntity } from '../lifecycle/mandates/submissions/persistence/submission.entity.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  LeftDraftEntity,
  MandateEntity,
  MandateStateChangeEntity,
  MandateSubmissionEntity,
  ChecklistKeyEntity,
  ChecklistKeyDistrustEntity,
  ChecklistPayloadEntity,
  MandateChecklistEntity,
  MandateConsentEntity,
  MandateSessionEntity,
  LoginGuessEntity,
  SensitiveMandateReadEntity,
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
  ...reconciliationEntities,
];
