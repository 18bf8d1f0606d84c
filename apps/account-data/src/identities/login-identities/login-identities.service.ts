import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import { newId, type Id, type LinkSessionId, type LoginIdentityId } from '@towpath/kernel';
import { publishChanges, WriteBatch, type AppTx } from '@towpath/persistence';
import { loginIdentityNotFound } from './login-identities.reads.js';
import {
  linkConsents,
  loginIdentities,
  type LinkingAttemptId,
  type SessionTerms,
} from './login-identity.table.js';
import { isUnlinked } from './login-identity.transitions.js';
import { LoginIdentity } from './login-identity.js';

/** The text that the user read; null if the customer app used its own words. */
export interface ConsentText {
  readonly version: string;
  readonly language: string;
  readonly sha256: string;
}

@Injectable()
export class LoginIdentitiesService {
  /** Also one that was deleted. */
  async find(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null> {
    const row = await loginIdentities.find(tx, { loginIdentityId });
    return row && LoginIdentity.restore(row);
  }

  /** Like `find`; it is locked, with its dependent rows, until the transaction ends. */
  async lock(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity | null> {
    const row = await loginIdentities.lock(tx, { loginIdentityId });
    return row && LoginIdentity.restore(row);
  }

  /** Throws LOGIN_IDENTITY_NOT_FOUND, also for one that was deleted. */
  async lockLinked(tx: AppTx, loginIdentityId: LoginIdentityId): Promise<LoginIdentity> {
    const found = await this.lock(tx, loginIdentityId);
    if (!found || isUnlinked(found.snapshot.status)) throw loginIdentityNotFound();
    return found;
  }

  /** Writes what changed, with history and events, and the rest of the batch. */
  save(tx: AppTx, identity: LoginIdentity, batch = new WriteBatch()): void {
    const { snapshot, changes, quietChanges } = identity;
    if (identity.isUnsaved) {
      loginIdentities.save(batch, identity);
      const { customerAppId, loginIdentityId } = snapshot;
      const key = { customer_app_id: customerAppId, login_identity_id: loginIdentityId };
      for (const change of [...changes, ...quietChanges]) {
        const { machine } = change;
        batch.history('login_identity_state_changes', { ...key, machine }, [change]);
      }
      publish(batch, identity);
    }
    tx.write(batch);
  }

  /** The evidence of a consent: append-only, in the write that starts the session. */
  addConsent(
    tx: AppTx,
    batch: WriteBatch,
    given: { readonly identity: LoginIdentity; readonly text: ConsentText | null },
  ): void {
    const { snapshot } = given.identity;
    const agreed = snapshot.proposal ?? snapshot;
    linkConsents.insert(batch, {
      customerAppId: snapshot.customerAppId,
      consentId: newId<Id<'LinkConsent'>>(tx.systemNow),
      loginIdentityId: snapshot.loginIdentityId,
      sessionId: snapshot.sessionId,
      givenAt: tx.now,
      givenThrough: given.text ? 'SERVICE_LINK' : 'CUSTOMER_APP',
      textVersion: given.text?.version ?? null,
      textLanguage: given.text?.language ?? null,
      textSha256: given.text?.sha256 ?? null,
      products: agreed.products,
      storesCredentials: agreed.storesCredentials,
      automaticRefresh: agreed.automaticRefresh,
      institutionId: snapshot.institutionId,
      recordedAt: tx.systemNow,
    });
  }
}

export function newSession({ systemNow }: AppTx): SessionTerms {
  return {
    sessionId: newId<LinkSessionId>(systemNow),
    linkingAttemptId: newId<LinkingAttemptId>(systemNow),
  };
}

/** The payload contains neither the user's input nor the institution's name for the user. */
function publish(batch: WriteBatch, { snapshot, changes, productResults }: LoginIdentity): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const result = productResults.get(change.sequence);
    const failed = change.to === 'ERROR' && failure !== null;
    return {
      login_identity_id: snapshot.loginIdentityId,
      user_id: snapshot.userId,
      institution_id: snapshot.institutionId,
      session_id: snapshot.sessionId,
      authentication_status: snapshot.authenticationStatus,
      session_status: snapshot.sessionStatus,
      product: result?.product,
      outcome: result?.outcome,
      state: snapshot.state ?? undefined,
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
    };
  });
}
