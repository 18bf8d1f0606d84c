import type { AnyTable } from '@towpath/persistence';
import { answers } from '../answers/answer.table.js';
import { disputes } from '../disputes/dispute.table.js';
import { evidence } from '../evidence/evidence.table.js';
import { notifications } from '../notifications/notification.table.js';

/** Every table of this service, for the drift check. */
export const entities: readonly AnyTable[] = [disputes, answers, evidence, notifications];
