import type { StartHostedLoginRequest } from '@towpath/contracts/account-data';
import { newId, type LinkSessionId, type LoginIdentityId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import {
  LoginIdentity,
  type LinkingAttemptId,
  type Permission,
} from '../../identities/login-identities/domain/login-identity.js';
import type { HostedLink } from './hosted-link.js';

/** The user's consent on the page. */
export function permissionOf(
  { request }: HostedLink,
  asked: Pick<StartHostedLoginRequest, 'automatic_data_refresh' | 'store_credentials'>,
  products: Permission['products'],
): Permission {
  const isForced = request.automaticRefresh === 'FORCED_ON';
  const isOn = asked.automatic_data_refresh ?? request.automaticRefresh === 'ON';
  const chosen = isOn ? 'ON' : 'OFF';
  return {
    products,
    storesCredentials: asked.store_credentials ?? false,
    automaticRefresh: isForced ? 'FORCED_ON' : chosen,
  };
}

/** The login identity with a new session: a new one, or the one that is linked or refreshed again. */
export function begunLogin(begins: {
  readonly tx: AppTx;
  readonly live: boolean;
  readonly link: HostedLink;
  readonly institutionId: string;
  readonly before: LoginIdentity | null;
  readonly permission: Permission;
}): LoginIdentity {
  const { tx, live, link, institutionId, before, permission } = begins;
  const session = {
    sessionId: newId<LinkSessionId>(tx.systemNow),
    linkingAttemptId: newId<LinkingAttemptId>(tx.systemNow),
  };
  if (before && link.mode === 'REFRESH') {
    before.refresh(session, tx.now);
    return before;
  }
  if (before) {
    before.relink({ ...session, ...permission }, tx.now);
    return before;
  }
  const { userId, state, historyDateLimit } = link.request;
  return LoginIdentity.link(
    {
      loginIdentityId: newId<LoginIdentityId>(tx.systemNow),
      customerAppId: link.customerAppId,
      live,
      userId: userId ?? '',
      institutionId,
      state,
      historyDateLimit,
    },
    { ...session, ...permission },
    tx.now,
  );
}
