import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import {
  DueJob,
  type DueLook,
  dueRows,
  eachOf,
  Transactions,
  WriteBatch,
  type WorkerTx,
} from '@towpath/persistence';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { RefreshLoginIdentity } from './refresh-login-identity.use-case.js';

const OPEN = 'next_refresh_at IS NOT NULL';
const DUE = dueRows({
  table: 'login_identities',
  columns: ['login_identity_id'],
  dueAt: 'next_refresh_at',
  open: OPEN,
  limit: 100,
});

interface DueLogin {
  readonly customer_app_id: CustomerAppId;
  readonly login_identity_id: LoginIdentityId;
}

/** The daily refresh of login identities whose users agreed to it. */
@Injectable()
export class RefreshDueLogins extends DueJob {
  override readonly name = 'refresh-due-logins';

  constructor(
    private readonly transactions: Transactions,
    private readonly identities: LoginIdentityRepository,
    private readonly refreshLoginIdentity: RefreshLoginIdentity,
    private readonly runner: LinkJobRunner,
  ) {
    super();
  }

  override look(): DueLook {
    return { sql: DUE };
  }

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      `SELECT min(next_refresh_at) AS due FROM login_identities
       WHERE customer_app_id = $1 AND ${OPEN}`,
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    const due = await this.transactions.asWorker((tx) => tx.query<DueLogin>(DUE, [app ?? null]));
    return eachOf(due, (login) => this.one(login));
  }

  private async one(login: DueLogin): Promise<boolean> {
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

  /** What forbids it now ends only with the user. */
  private giveUp(customerAppId: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      if (!identity) return;
      identity.planRefresh(null);
      const batch = new WriteBatch();
      this.identities.save(batch, identity);
      await tx.write(batch);
    });
  }
}
