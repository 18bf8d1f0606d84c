import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { DueRowsJob, Transactions, WriteBatch } from '@towpath/persistence';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { RefreshLoginIdentity } from './refresh-login-identity.use-case.js';

interface DueLogin {
  readonly customer_app_id: CustomerAppId;
  readonly login_identity_id: LoginIdentityId;
}

/** The daily refresh of login identities whose users agreed to it. */
@Injectable()
export class RefreshDueLogins extends DueRowsJob<DueLogin> {
  override readonly name = 'refresh-due-logins';

  constructor(
    transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly refreshLoginIdentity: RefreshLoginIdentity,
    private readonly runner: LinkJobRunner,
  ) {
    super(transactions, {
      table: 'login_identities',
      columns: ['login_identity_id'],
      dueAt: 'next_refresh_at',
      open: 'next_refresh_at IS NOT NULL',
    });
  }

  protected override async runOne(login: DueLogin): Promise<boolean> {
    const { customer_app_id: customerAppId, login_identity_id: loginIdentityId } = login;
    // Thousands may be due at once: a job that waited longer than its lease would be taken again.
    try {
      await this.runner.inBackground(() =>
        this.refreshLoginIdentity.execute(customerAppId, loginIdentityId),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.giveUp(customerAppId, loginIdentityId);
    }
    return true;
  }

  /** Ends automatic refreshes that only an action of the user can make possible again. */
  private giveUp(customerAppId: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      const dueAt = identity?.snapshot.nextRefreshAt ?? null;
      // Another process may have begun it meanwhile: its refresh plans the next one.
      if (!identity || dueAt === null || dueAt > tx.now) return;
      identity.planRefresh(null);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      tx.write(batch);
    });
  }
}
