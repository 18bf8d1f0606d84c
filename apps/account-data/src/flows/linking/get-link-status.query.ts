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

/** The state of a login; after its success, with the tokens of the login identity. */
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
    const { snapshot } = await this.transactions.forApp(customerAppId, (tx) =>
      this.read.find(tx, loginIdentityId),
    );
    const { authenticationStatus, failure, action } = snapshot;
    if (authenticationStatus === 'AUTHENTICATED') {
      return { success: await this.tokens.mint(snapshot) };
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
