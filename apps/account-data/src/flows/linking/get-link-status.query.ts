import { Injectable } from '@nestjs/common';
import type { LinkAction, LinkStatusResponse } from '@towpath/contracts/account-data';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type {
  LoginIdentitySnapshot,
  PendingAction,
} from '../../identities/login-identities/domain/login-identity.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { LoginIdentityTokens } from '../../identities/tokens/login-identity-tokens.js';

/** The state of a login; for 10 minutes after its success, with the tokens of the login identity. */
@Injectable()
export class GetLinkStatus {
  constructor(
    private readonly transactions: Transactions,
    private readonly read: ReadLoginIdentity,
    private readonly tokens: LoginIdentityTokens,
  ) {}

  async execute(
    customerAppId: CustomerAppId,
    rawLoginIdentityId: string,
  ): Promise<LinkStatusResponse> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    const found = await this.transactions.forApp(customerAppId, async (tx) => {
      const { snapshot } = await this.read.find(tx, loginIdentityId);
      return { snapshot, now: tx.now, systemNow: tx.systemNow };
    });
    const { snapshot } = found;
    const { authenticationStatus, failure, action } = snapshot;
    if (authenticationStatus === 'AUTHENTICATED') {
      const success = await this.tokens.first(found);
      return success ? { success } : { pending: completeBody(snapshot) };
    }
    if (snapshot.status === 'ERROR' && failure) {
      throw new DomainError(failure.code, failure.explanation);
    }
    return action ? { action: actionBody(action) } : { pending: pendingBody(snapshot) };
  }
}

export function actionBody(action: PendingAction): LinkAction {
  const { actionId, ...asked } = action;
  return { action_id: actionId, ...asked } as unknown as LinkAction;
}

function pendingBody({ status }: LoginIdentitySnapshot) {
  return {
    code: status,
    message: 'The institution is being asked.',
    details: 'Ask again in a few seconds.',
  };
}

/** The tokens were handed out. */
function completeBody({ status }: LoginIdentitySnapshot) {
  return {
    code: status,
    message: 'The login is complete.',
    details: 'Its tokens were given for 10 minutes and until their first refresh. Use those.',
  };
}
