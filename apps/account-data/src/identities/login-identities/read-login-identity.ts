import { Injectable } from '@nestjs/common';
import type { InstitutionSummary, ShortLoginIdentity } from '@towpath/contracts/account-data';
import type { LoginIdentityId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { LoginIdentity, LoginIdentitySnapshot } from './domain/login-identity.js';
import { coveredProducts } from './domain/consent.js';
import { isUnlinked } from './domain/is-unlinked.js';
import type { Product, ProductProgresses } from './domain/product-outcome.js';
import { InstitutionSummaries } from './institution-summaries.js';
import { loginIdentityNotFound } from './login-identity.errors.js';
import { LoginIdentityRepository } from './ports.js';

/** The members about the login identity in every answer with data. */
export interface DataOwner {
  readonly login_identity: ShortLoginIdentity;
  readonly institution: InstitutionSummary;
  /** The products of the consent; none after its end. */
  readonly covered: readonly Product[];
  /** By product; one that was not requested is absent. */
  readonly progress: ProductProgresses;
  readonly historyDateLimit: string | null;
}

/** Login identities for other slices that read or show their data. */
@Injectable()
export class ReadLoginIdentity {
  constructor(
    private readonly identities: LoginIdentityRepository,
    private readonly summaries: InstitutionSummaries,
  ) {}

  /** Throws LOGIN_IDENTITY_NOT_FOUND, also for one that was deleted. */
  async find(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity> {
    const found = await this.identities.find(tx, loginIdentityId);
    if (!found || isUnlinked(found.snapshot.status)) throw loginIdentityNotFound();
    return found;
  }

  /** Like `find`, and locks the login identity until the transaction ends. */
  async lock(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity> {
    const found = await this.identities.lock(tx, loginIdentityId);
    if (!found || isUnlinked(found.snapshot.status)) throw loginIdentityNotFound();
    return found;
  }

  /** For an answer with data. Throws LOGIN_IDENTITY_NOT_FOUND. */
  async dataOwner(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<DataOwner> {
    const { snapshot } = await this.find(tx, loginIdentityId);
    return {
      login_identity: shortLoginIdentity(snapshot),
      institution: this.summaries.of(snapshot.institutionId),
      covered: coveredProducts(snapshot, tx.now),
      progress: snapshot.progress,
      historyDateLimit: snapshot.historyDateLimit,
    };
  }
}

export function shortLoginIdentity(snapshot: LoginIdentitySnapshot): ShortLoginIdentity {
  return {
    login_identity_id: snapshot.loginIdentityId,
    status: snapshot.status,
    last_session_id: snapshot.sessionId,
  };
}
