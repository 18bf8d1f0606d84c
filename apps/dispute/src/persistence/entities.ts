import type { EntityClass } from '@towpath/persistence';
import { DisputeEntity, DisputeStateChangeEntity } from '../disputes/persistence/dispute.entity.js';
import { NotificationEntity } from '../notifications/persistence/notification.entity.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  DisputeEntity,
  DisputeStateChangeEntity,
  NotificationEntity,
];
