import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { RetrievedDataService } from '../../data/retrieved-data/retrieved-data.service.js';
import { LoginSecretsService } from '../../identities/credentials/login-secrets.service.js';
import type { LoginStep } from '../../identities/link-jobs/link-job.table.js';
import { LinkJobsService } from '../../identities/link-jobs/link-jobs.service.js';
import { coveredProducts, isConsentOver } from '../../identities/login-identities/products.js';
import {
  LoginIdentitiesService,
  newSession,
} from '../../identities/login-identities/login-identities.service.js';
import type { LoginIdentity } from '../../identities/login-identities/login-identity.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { loginIdentityMachine } from '../../identities/login-identities/login-identity.transitions.js';
import { LoginStepsService } from '../logins/login-steps.service.js';
import { LoginsService } from '../logins/logins.service.js';

const BACKGROUND: LoginStep = {
  name: 'BACKGROUND',
  loginMethodId: null,
  language: 'en',
  action: null,
  actionName: null,
};

/** Work on login identities in the absence of their users. */
@Injectable()
export class RefreshesService {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesService,
    private readonly logins: LoginsService,
    private readonly steps: LoginStepsService,
    private readonly jobs: LinkJobsService,
    private readonly secrets: LoginSecretsService,
    private readonly data: RetrievedDataService,
  ) {}

  /** Retrieves the data again without the user, with the credentials that the user agreed to keep. */
  async refresh(app: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    const job = await this.db.forApp(app, async (tx) => {
      const identity = await this.identities.lockLinked(tx, loginIdentityId);
      assertRefreshable(identity.snapshot, { now: tx.now, isPresent: false });
      identity.refresh(newSession(tx), tx.now);
      const batch = new WriteBatch();
      const work = { login: identity.snapshot, step: BACKGROUND, secrets: {} };
      const owed = await this.logins.addJob(tx, batch, work);
      this.identities.save(tx, identity, batch);
      return owed;
    });
    this.steps.start(job);
  }

  /** The daily refresh of a login identity whose user agreed to it. */
  async refreshDue(app: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<boolean> {
    // Thousands may be due at once: a job that waited longer than its lease would be taken again.
    try {
      await this.jobs.inBackground(() => this.refresh(app, loginIdentityId));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.giveUp(app, loginIdentityId);
    }
    return true;
  }

  /** The user's permission has ended: deletes what was stored for refreshes. */
  expire(app: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<boolean> {
    return this.db.forApp(app, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      if (!identity?.can('expirePermission')) return false;
      const { permissionExpiresAt: end, permissionExpired } = identity.snapshot;
      if (!end || end > tx.now || permissionExpired) return false;
      identity.expirePermission(tx.now);
      await this.secrets.shredCredentials(tx, identity.snapshot);
      this.identities.save(tx, identity);
      return true;
    });
  }

  /** Erases the rows of products after a narrower consent, and all rows after the end of a consent. */
  async eraseUncovered(
    customerAppId: CustomerAppId,
    loginIdentityId: LoginIdentityId,
  ): Promise<boolean> {
    const before = await this.db.forApp(customerAppId, async (tx) =>
      coveredAt(await this.identities.find(tx, loginIdentityId), tx.now),
    );
    await this.data.eraseUncovered({ customerAppId, loginIdentityId });
    return this.db.forApp(customerAppId, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      // For a consent that changed meanwhile the next round erases.
      const isSame = coveredAt(identity, tx.now) === before;
      if (!identity || !isSame || identity.snapshot.erasureDueAt === null) return false;
      identity.endErasure();
      this.identities.save(tx, identity);
      return true;
    });
  }

  /** Ends automatic refreshes that only an action of the user can make possible again. */
  private giveUp(app: CustomerAppId, loginIdentityId: LoginIdentityId): Promise<void> {
    return this.db.forApp(app, async (tx) => {
      const identity = await this.identities.lock(tx, loginIdentityId);
      const dueAt = identity?.snapshot.nextRefreshAt ?? null;
      // Another process may have begun it meanwhile: its refresh plans the next one.
      if (!identity || dueAt === null || dueAt > tx.now) return;
      identity.planRefresh(null);
      this.identities.save(tx, identity);
    });
  }
}

/** Throws REFRESH_NOT_ALLOWED, and CREDENTIAL_NOT_STORED if the user is absent. */
export function assertRefreshable(
  login: LoginIdentitySnapshot,
  { now, isPresent }: { readonly now: Date; readonly isPresent: boolean },
): void {
  if (isConsentOver(login, now)) {
    throw notAllowed('The permission of the user has ended: link again.');
  }
  if (!isPresent && !login.storesCredentials) {
    throw new DomainError('CREDENTIAL_NOT_STORED', 'Link again, or refresh with the user.');
  }
  if (!isPresent && !login.refreshesWithoutUser) {
    throw notAllowed('The institution asks for the user: link again.');
  }
  if (!loginIdentityMachine.can(login.status, 'refresh')) {
    throw notAllowed('A login or a retrieval is under way.');
  }
}

function notAllowed(explanation: string): DomainError {
  return new DomainError('REFRESH_NOT_ALLOWED', explanation);
}

function coveredAt(identity: LoginIdentity | null, at: Date): string {
  return identity ? coveredProducts(identity.snapshot, at).join() : '';
}
