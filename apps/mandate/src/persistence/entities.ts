import type { EntityClass } from '@towpath/persistence';
import { MandateEntity, MandateStateChangeEntity } from '../mandates/persistence/mandate.entity.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [MandateEntity, MandateStateChangeEntity];
