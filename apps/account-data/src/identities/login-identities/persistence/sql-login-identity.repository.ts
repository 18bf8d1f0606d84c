import { Injectable } from '@nestjs/common';
import type { LoginIdentityId } from '@towpath/kernel';
import { byKey, type AppTx, type WriteBatch } from '@towpath/persistence';
import {
  LoginIdentity,
  type LoginIdentityChange,
  type LoginIdentitySnapshot,
} from '../domain/login-identity.js';
import type { LoginIdentityCommand } from '../domain/login-identity.transitions.js';
import { publishLoginIdentityChanges } from '../login-identity.events.js';
import { LoginIdentityRepository } from '../ports.js';
import { loginIdentities } from '../login-identity.table.js';

interface ChangeRow {
  readonly command: LoginIdentityCommand;
  readonly reason: string | null;
  readonly occurred_at: Date;
}

@Injectable()
export class SqlLoginIdentityRepository extends LoginIdentityRepository {
  override async find(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null> {
    const row = await loginIdentities.find(tx, { loginIdentityId });
    return row && LoginIdentity.restore(row);
  }

  override async lock(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null> {
    const row = await loginIdentities.lock(tx, { loginIdentityId });
    return row && LoginIdentity.restore(row);
  }

  override save(batch: WriteBatch, identity: LoginIdentity): void {
    const { snapshot, changes } = identity;
    if (changes.length === 0 && !identity.hasLearned) return;
    const permissionWatched = isPermissionWatched(snapshot);
    loginIdentities.save(batch, { snapshot: { ...snapshot, permissionWatched }, changes });
    const key = {
      customer_app_id: snapshot.customerAppId,
      login_identity_id: snapshot.loginIdentityId,
    };
    for (const change of [...changes, ...identity.quietChanges]) {
      const { machine } = change;
      batch.history('login_identity_state_changes', { ...key, machine }, [change]);
    }
    publishLoginIdentityChanges(batch, identity);
  }

  override async history(
    tx: AppTx,
    loginIdentityId: LoginIdentityId,
  ): Promise<readonly Pick<LoginIdentityChange, 'command' | 'reason' | 'occurredAt'>[]> {
    const rows = await tx.query<ChangeRow>(
      byKey(`SELECT command, reason, occurred_at FROM login_identity_state_changes
       WHERE customer_app_id = $1 AND login_identity_id = $2 AND machine = 'login-identity'
       ORDER BY sequence`),
      [tx.customerApp.id, loginIdentityId],
    );
    return rows.map(({ occurred_at: occurredAt, ...change }) => ({ ...change, occurredAt }));
  }
}

/**
 * True only in a status in which nothing continues without an action, so that the end can be
 * reported.
 */
function isPermissionWatched(now: LoginIdentitySnapshot): boolean {
  const waits = now.sessionStatus === 'COMPLETED' && !now.permissionExpired;
  return waits && now.permissionExpiresAt !== null;
}
