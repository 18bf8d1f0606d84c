import { embeddedError } from '@towpath/contracts';
import { publishChanges, type WriteBatch } from '@towpath/persistence';
import type { LoginIdentity } from './login-identity.js';

/** The payload contains neither the user's input nor the institution's name for the user. */
export function publishLoginIdentityChanges(batch: WriteBatch, identity: LoginIdentity): void {
  const { snapshot, changes, productResults } = identity;
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
