import type { LoginIdentityId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LoginIdentity, LoginIdentityChange } from './domain/login-identity.js';

export abstract class LoginIdentityRepository {
  abstract find(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null>;
  /** Locks the login identity and its dependent rows until the transaction ends. */
  abstract lock(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null>;
  /** Adds a new login identity, or the moves of a stored one, to the batch. */
  abstract save(batch: WriteBatch, identity: LoginIdentity): void;
  /** Its own moves, oldest first. */
  abstract history(
    tx: AppTx,
    loginIdentityId: LoginIdentityId,
  ): Promise<readonly Pick<LoginIdentityChange, 'command' | 'reason' | 'occurredAt'>[]>;
}
