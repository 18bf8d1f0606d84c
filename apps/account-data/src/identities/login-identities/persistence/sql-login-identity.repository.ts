import { Injectable } from '@nestjs/common';
import type { LoginIdentityId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LoginIdentity, LoginIdentityChange } from '../domain/login-identity.js';
import type { LoginIdentityCommand } from '../domain/login-identity.transitions.js';
import { publishLoginIdentityChanges } from '../login-identity.events.js';
import { LoginIdentityRepository } from '../ports.js';
import {
  changingColumns,
  fixedColumns,
  loginIdentityFromRow,
  loginIdentityKey,
  type LoginIdentityRow,
} from './login-identity.mapper.js';

const BY_ID = `SELECT to_jsonb(l) AS row FROM login_identities l
  WHERE customer_app_id = $1 AND login_identity_id = $2`;

interface ChangeRow {
  readonly command: LoginIdentityCommand;
  readonly reason: string | null;
  readonly occurred_at: Date;
}

@Injectable()
export class SqlLoginIdentityRepository extends LoginIdentityRepository {
  override async find(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null> {
    return this.read(tx, BY_ID, loginIdentityId);
  }

  override async lock(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null> {
    return this.read(tx, `${BY_ID} FOR UPDATE`, loginIdentityId);
  }

  override save(batch: WriteBatch, identity: LoginIdentity): void {
    const [first] = identity.changes;
    if (!first && !identity.hasLearned) return;
    const key = loginIdentityKey(identity);
    const columns = changingColumns(identity);
    if (first?.from === null) {
      batch.insert('login_identities', { ...key, ...fixedColumns(identity), ...columns });
    } else {
      const known = first ? first.sequence - 1 : identity.snapshot.sequence;
      batch.update('login_identities', { ...key, sequence: known }, columns);
    }
    for (const change of [...identity.changes, ...identity.quietChanges]) {
      const { machine } = change;
      batch.history('login_identity_state_changes', { ...key, machine }, [change]);
    }
    publishLoginIdentityChanges(batch, identity);
  }

  override async history(
    tx: AppTx,
    loginIdentityId: LoginIdentityId,
  ): Promise<readonly Pick<LoginIdentityChange, 'command' | 'reason' | 'occurredAt'>[]> {
    const rows = await tx.prepared<ChangeRow>(
      `SELECT command, reason, occurred_at FROM login_identity_state_changes
       WHERE customer_app_id = $1 AND login_identity_id = $2 AND machine = 'login-identity'
       ORDER BY sequence`,
      [tx.customerApp.id, loginIdentityId],
    );
    return rows.map(({ occurred_at: occurredAt, ...change }) => ({ ...change, occurredAt }));
  }

  private async read(
    tx: AppTx,
    sql: string,
    loginIdentityId: LoginIdentityId,
  ): Promise<LoginIdentity | null> {
    const [found] = await tx.prepared<{ row: LoginIdentityRow }>(sql, [
      tx.customerApp.id,
      loginIdentityId,
    ]);
    return found ? loginIdentityFromRow(found.row) : null;
  }
}
