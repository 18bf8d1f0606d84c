import type { EntityClass } from '@towpath/persistence';
import { reconciliationEntities } from '@towpath/service';
import {
  ChecklistPayloadEntity,
  MandateChecklistEntity,
} from '../authorization/persistence/mandate-checklist.entity.js';
import {
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
} from '../charges/persistence/direct-debit.entity.js';
import { LeftDraftEntity } from '../link-drafts/persistence/left-draft.entity.js';
import { ChecklistKeyDistrustEntity } from '../checklist-keys/persistence/checklist-key-distrust.entity.js';
import { ChecklistKeyEntity } from '../checklist-keys/persistence/checklist-key.entity.js';
import { MandateConsentEntity } from '../consents/persistence/mandate-consent.entity.js';
import { MandateEntity, MandateStateChangeEntity } from '../mandates/persistence/mandate.entity.js';
import { SensitiveMandateReadEntity } from '../mandates/persistence/sensitive-mandate-read.entity.js';
import { MandateSessionEntity } from '../sessions/persistence/mandate-session.entity.js';
import { MandateSubmissionEntity } from '../submissions/persistence/submission.entity.js';

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
  SensitiveMandateReadEntity,
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
  ...reconciliationEntities,
];
