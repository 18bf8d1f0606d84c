import { ClockMoveEntity } from './clock/persistence/clock-move.entity.js';
import {
  ClientSecretEntity,
  CustomerAppChangeEntity,
  CustomerAppEntity,
} from './customer-apps/persistence/customer-app.entities.js';
import { SigningKeyDistrustEntity } from './signing/persistence/signing-key-distrust.entity.js';
import {
  LinkCodeEntity,
  RefreshFamilyEntity,
  RefreshTokenEntity,
} from './login-identity-tokens/persistence/login-identity-token.entities.js';
import { SigningKeyEntity } from './signing/persistence/signing-key.entity.js';

/** Every table of the gateway's database besides the base tables, for the drift check. */
export const gatewayEntities = [
  CustomerAppEntity,
  ClientSecretEntity,
  CustomerAppChangeEntity,
  SigningKeyEntity,
  SigningKeyDistrustEntity,
  ClockMoveEntity,
  RefreshFamilyEntity,
  RefreshTokenEntity,
  LinkCodeEntity,
] as const;
