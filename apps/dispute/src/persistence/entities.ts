import type { EntityClass } from '@towpath/persistence';
import { DisputeAnswerEntity } from '../answers/persistence/answer.entity.js';
import { DisputeEntity, DisputeStateChangeEntity } from '../disputes/persistence/dispute.entity.js';
import { DisputeEvidenceEntity } from '../evidence/persistence/evidence.entity.js';
import { NotificationEntity } from '../notifications/persistence/notification.entity.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  DisputeEntity,
  DisputeStateChangeEntity,
  DisputeAnswerEntity,
  DisputeEvidenceEntity,
  NotificationEntity,
];
