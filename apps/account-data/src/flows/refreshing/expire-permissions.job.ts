import { Injectable } from '@nestjs/common';
import type { CustomerAppId, LoginIdentityId } from '@towpath/kernel';
import { DueRowsJob, Transactions, WriteBatch } from '@towpath/persistence';
import { LoginSecretStore } from '../../identities/credentials/login-secrets.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';

interface DueLogin {
  readonly customer_app_id: CustomerAppId;
  readonly login_identity_id: LoginIdentityId;
}

/**
 * Ends refreshes after the user's permission: it deletes what was stored for them and publishes an
 * event.
 */
@Injectable()
export class ExpirePermissions extends DueRowsJob<DueLogin> {
  override readonly name = 'expire-permissions';

  constructor(
    transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly secrets: LoginSecretStore,
  ) {
    super(transactions, {
      table: 'login_identities',
      columns: ['login_identity_id'],
      dueAt: 'permission_expires_at',
      open: 'permission_watched',
    });
  }

  protected override runOne(login: DueLogin): Promise<boolean> {
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
      tx.write(batch);
      return true;
    });
  }
}
