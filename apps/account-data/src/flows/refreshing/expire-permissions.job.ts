import { Injectable } from '@nestjs/common';
import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import {
  DueJob,
  dueRows,
  eachOf,
  Transactions,
  WriteBatch,
  type WorkerTx,
} from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';

const DUE = dueRows({
  table: 'login_identities',
  columns: ['login_identity_id'],
  dueAt: 'permission_expires_at',
  open: 'permission_watched',
  limit: 100,
});

interface DueLogin {
  readonly customer_app_id: CustomerAppId;
  readonly login_identity_id: LoginIdentityId;
}

/** The user's permission has ended: refreshes stop, what was kept for them goes, and it is told. */
@Injectable()
export class ExpirePermissions extends DueJob {
  override readonly name = 'expire-permissions';

  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly secrets: LoginSecretStore,
  ) {
    super();
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(permission_expires_at) AS due FROM login_identities
       WHERE customer_app_id = $1 AND permission_watched`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueLogin>(DUE, [app ?? null]));
    return eachOf(due, (login) => this.one(login));
  }

  private one(login: DueLogin): Promise<boolean> {
    const { customer_app_id: customerAppId, login_identity_id: loginIdentityId } = login;
    return this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      const end = identity?.snapshot.permissionExpiresAt;
      if (!identity || !end || end > tx.now || !identity.can('expirePermission')) return false;
      if (identity.snapshot.permissionExpired) return false;
      identity.expirePermission(tx.now);
      const { sessionId } = identity.snapshot;
      await this.secrets.shredCredentials(tx, { customerAppId, loginIdentityId, sessionId });
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      await tx.write(batch);
      return true;
    });
  }
}
