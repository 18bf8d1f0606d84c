import type { EntityClass } from '@towpath/persistence';
import {
  LoginIdentityEntity,
  LoginIdentityStateChangeEntity,
} from '../login-identities/persistence/login-identity.entity.js';
import { retrievedDataEntities } from '../retrieved-data/persistence/retrieved-data.entities.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  LoginIdentityEntity,
  LoginIdentityStateChangeEntity,
  ...retrievedDataEntities,
];
