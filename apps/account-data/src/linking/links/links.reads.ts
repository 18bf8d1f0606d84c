import { Injectable } from '@nestjs/common';
import type { LinkAction, LinkStatusResponse } from '@towpath/contracts/account-data';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { InternalClient } from '@towpath/http';
import { createdAtOf, DomainError, parseId, type CustomerAppId, type Id } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { coveredProducts } from '../../identities/login-identities/products.js';
import {
  LoginIdentitiesReads,
  parseLoginIdentityId,
  scopesOf,
} from '../../identities/login-identities/login-identities.reads.js';
import type {
  LoginIdentitySnapshot,
  PendingAction,
} from '../../identities/login-identities/login-identity.table.js';

/** For so long after a login, each read of its status has its tokens. Real time. */
const HANDED_OUT_MS = 10 * 60_000;

@Injectable()
export class LinksReads {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesReads,
    private readonly client: InternalClient,
  ) {}

  /** The state of a login; for 10 minutes after its success, with the tokens of the login identity. */
  async status(app: CustomerAppId, rawLoginIdentityId: string): Promise<LinkStatusResponse> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    const read = async (tx: AppTx) => {
      const snapshot = await this.identities.find(tx, loginIdentityId);
      return { snapshot, now: tx.now, systemNow: tx.systemNow };
    };
    const { snapshot, ...clocks } = await this.db.forApp(app, read, { readOnly: true });
    const { authenticationStatus, status: code, failure, action } = snapshot;
    if (authenticationStatus === 'AUTHENTICATED') {
      const success = await this.firstTokens(snapshot, clocks);
      if (success) return { success };
      const message = 'The login is complete.';
      const details =
        'Its tokens were given for 10 minutes and until their first refresh. Use those.';
      return { pending: { code, message, details } };
    }
    if (code === 'ERROR' && failure) throw new DomainError(failure.code, failure.explanation);
    if (action) return { action: actionBody(action) };
    const message = 'The institution is being asked.';
    return { pending: { code, message, details: 'Ask again in a few seconds.' } };
  }

  /**
   * The first pair of a login: the same for 10 minutes from its success, or until it is refreshed;
   * then null. Only the gateway issues and stores tokens.
   */
  private async firstTokens(
    snapshot: LoginIdentitySnapshot,
    { now, systemNow }: Pick<AppTx, 'now' | 'systemNow'>,
  ): Promise<AccessTokenResponse | null> {
    const authenticationId = parseId<Id<'Authentication'>>(snapshot.authenticationId);
    const ageMs = authenticationId && systemNow.getTime() - createdAtOf(authenticationId).getTime();
    if (ageMs === undefined || ageMs > HANDED_OUT_MS) return null;
    const { pair } = await this.client.call<{ readonly pair?: AccessTokenResponse }>('gateway', {
      method: 'POST',
      path: '/internal/tokens/login_identity',
      body: {
        customer_app_id: snapshot.customerAppId,
        login_identity_id: snapshot.loginIdentityId,
        authentication_id: authenticationId,
        scopes: scopesOf(coveredProducts(snapshot, now)),
      },
      idempotent: true,
    });
    return pair ?? null;
  }
}

export function actionBody(action: PendingAction): LinkAction {
  const { actionId, ...asked } = action;
  return { action_id: actionId, ...asked } as unknown as LinkAction;
}
