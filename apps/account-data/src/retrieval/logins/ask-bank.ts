import type {
  InstitutionConnector,
  LoginAnswer,
} from '../../banks/institution-connections/institution-connector.js';
import type { KeptCredentials, LoginSecrets } from '../../identities/credentials/login-secrets.js';
import type { LoginStep } from '../../identities/link-jobs/link-job.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import type { BankWay } from './bank-pages.js';

/** All data for the call to the bank, read in one transaction. */
export interface PreparedLogin {
  readonly snapshot: LoginIdentitySnapshot;
  readonly step: LoginStep;
  readonly secrets: LoginSecrets;
  readonly kept: KeptCredentials | null;
  readonly bankSession: string | null;
  /** To the bank's own page, should it have one. */
  readonly way: BankWay;
  readonly now: Date;
}

/** The next call of a login. A bank that does not answer, or answers nonsense, is `UNKNOWN`. */
export function askBank(
  connector: InstitutionConnector,
  { snapshot, step, secrets, kept, bankSession, way, now }: PreparedLogin,
): Promise<LoginAnswer> {
  const attempt = {
    attemptId: snapshot.linkingAttemptId,
    customerAppId: snapshot.customerAppId,
    loginIdentityId: snapshot.loginIdentityId,
    institutionId: snapshot.institutionId,
    language: step.language,
    now,
  };
  switch (step.name) {
    case 'START':
      return connector.startLogin({
        ...attempt,
        loginMethodId: step.loginMethodId ?? '',
        credentials: secrets.credentials ?? {},
      });
    case 'ANSWER':
      return connector.answerAction({
        ...attempt,
        pendingLogin: secrets.pendingLogin ?? '',
        actionName: step.actionName ?? '',
        inputs: secrets.inputs ?? {},
      });
    case 'REDIRECT':
      return connector.startRedirect({ ...attempt, returnUrl: way.returnUrl, state: way.state });
    case 'RETURN':
      return connector.completeRedirect({
        ...attempt,
        state: way.state,
        query: secrets.bankReturn ?? {},
        pendingLogin: secrets.pendingLogin ?? '',
      });
    case 'BACKGROUND':
      return connector.refresh({ ...attempt, bankSession, login: kept });
    case 'WAIT':
      return Promise.reject(new Error('a login that waits for its user asks no bank'));
  }
}
