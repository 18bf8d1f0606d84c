import type { EntityClass } from '@towpath/persistence';
import {
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
} from '../charges/persistence/direct-debit.entity.js';
import { MandateEntity, MandateStateChangeEntity } from '../mandates/persistence/mandate.entity.js';
import { SensitiveMandateReadEntity } from '../mandates/persistence/sensitive-mandate-read.entity.js';
import { MandateSubmissionEntity } from '../submissions/persistence/submission.entity.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  MandateEntity,
  MandateStateChangeEntity,
  MandateSubmissionEntity,
  SensitiveMandateReadEntity,
  DirectDebitEntity,
  DirectDebitStateChangeEntity,
  MandateUsageEntity,
];
