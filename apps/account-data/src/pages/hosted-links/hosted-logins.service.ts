import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import type { LinkActionRequest, StartHostedLoginRequest } from '@towpath/contracts/account-data';
import { DomainError, newId, type LoginIdentityId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { InstitutionConnectionsService } from '../../banks/institution-connections/institution-connections.service.js';
import {
  LoginSecretsService,
  type KeptCredentials,
} from '../../identities/credentials/login-secrets.service.js';
import {
  LoginIdentitiesService,
  newSession,
} from '../../identities/login-identities/login-identities.service.js';
import { LoginIdentity } from '../../identities/login-identities/login-identity.js';
import type { Permission } from '../../identities/login-identities/login-identity.table.js';
import { LoginsService, noAction } from '../../linking/logins/logins.service.js';
import { typedLogin } from '../../linking/logins/requested-login.js';
import { hostedLinks, type HostedLink } from './hosted-link.table.js';
import {
  assertGoesOn,
  assertShown,
  HostedLinksReads,
  stepOf,
  type HostedCaller,
} from './hosted-links.reads.js';

/** Logins of users on hosted pages; the bank is asked afterwards. */
@Injectable()
export class HostedLoginsService {
  constructor(
    private readonly reads: HostedLinksReads,
    private readonly connections: InstitutionConnectionsService,
    private readonly identities: LoginIdentitiesService,
    private readonly logins: LoginsService,
    private readonly secrets: LoginSecretsService,
  ) {}

  async begin(caller: HostedCaller, asked: StartHostedLoginRequest): Promise<void> {
    const { institution_id: institutionId } = asked;
    const { customerAppId, sessionId, appType } = caller;
    const { display_name: merchant } = await this.reads.merchantOf(customerAppId);
    const request = ['startHostedLogin', sessionId, asked] as const;
    const order = { customerAppId, request, payload: asked.encrypted_credentials };
    await this.logins.once(order, async (tx, typed) => {
      const link = assertGoesOn(await hostedLinks.lock(tx, { sessionId }));
      const before = await this.before(tx, link, institutionId);
      const institution = this.reads.get(appType, link.request, institutionId);
      this.connections.get({ appType, institutionId });
      const given = { identity: before?.snapshot ?? null, merchant };
      const { products, consent } = this.reads.termsOf(link, institution, given);
      // The first consent covers a refresh.
      const needsConsent = link.mode !== 'REFRESH';
      if (needsConsent) assertShown(asked.consent, consent);
      const refreshed = link.mode === 'REFRESH' ? before : null;
      const credentials = typed
        ? typedLogin(institution, typed)
        : await this.untyped(tx, institution, refreshed);
      const permission = permissionOf(link, asked, products);
      const identity = begun(tx, { caller, link, institutionId, before, permission });
      const { loginIdentityId, sessionId: linkSessionId } = identity.snapshot;
      const batch = new WriteBatch();
      const key = { customerAppId, sessionId };
      hostedLinks.change(batch, key, { loginIdentityId, linkSessionId });
      const login = {
        identity,
        institution,
        credentials,
        step: { language: link.request.language, onPage: true },
        typed: typed && { from: caller, login: link },
        consent: needsConsent ? { text: consent } : null,
      };
      return this.logins.begin(tx, login, batch);
    });
  }

  /** Sends the user's answer to the institution, for the login that started on this page. */
  async answer(caller: HostedCaller, asked: LinkActionRequest): Promise<void> {
    const { sessionId, loginIdentityId, linkSessionId } = await this.reads.goingOn(caller);
    if (loginIdentityId === null || linkSessionId === null) throw noAction();
    const page = { sessionId, linkSessionId };
    await this.logins.answer(caller, { loginIdentityId, asked, page });
  }

  /** The one that is updated, or that failed at the same institution. Throws while one goes on. */
  private async before(
    tx: AppTx,
    link: HostedLink,
    institutionId: string,
  ): Promise<LoginIdentity | null> {
    if (link.loginIdentityId === null) return null;
    const identity = await this.identities.lockLinked(tx, link.loginIdentityId);
    const step = stepOf(link, identity.snapshot);
    if (step !== 'CHOOSING' && step !== 'FAILED') {
      throw new DomainError(
        'INVALID_LOGIN_IDENTITY_STATUS',
        'A login of this page is still in progress.',
      );
    }
    const isSame = link.mode !== 'LINK' || identity.snapshot.institutionId === institutionId;
    return isSame ? identity : null;
  }

  /** The stored fields for a refresh, or none for the page of the bank. */
  private async untyped(
    tx: AppTx,
    institution: Institution,
    refreshed: LoginIdentity | null,
  ): Promise<KeptCredentials> {
    const kept = refreshed && (await this.secrets.credentials(tx, refreshed.snapshot));
    if (kept) return kept;
    const methods = institution.login_methods ?? [];
    // The page of the bank takes the login; none of it comes to us.
    if (methods.some(({ login_fields: fields }) => fields.length === 0)) {
      return typedLogin(institution, {});
    }
    throw new DomainError('INVALID_REQUEST', 'encrypted_credentials is required.');
  }
}

function permissionOf(
  { request }: HostedLink,
  asked: StartHostedLoginRequest,
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
function begun(
  tx: AppTx,
  login: {
    readonly caller: HostedCaller;
    readonly link: HostedLink;
    readonly institutionId: string;
    readonly before: LoginIdentity | null;
    readonly permission: Permission;
  },
): LoginIdentity {
  const { caller, link, institutionId, before, permission } = login;
  const session = newSession(tx);
  if (before) {
    if (link.mode === 'REFRESH') before.refresh(session, tx.now);
    else before.relink({ ...session, ...permission }, tx.now);
    return before;
  }
  const { userId, state, historyDateLimit } = link.request;
  return LoginIdentity.link(
    {
      loginIdentityId: newId<LoginIdentityId>(tx.systemNow),
      customerAppId: link.customerAppId,
      live: caller.appType === 'LIVE',
      userId: userId ?? '',
      institutionId,
      state,
      historyDateLimit,
    },
    { ...session, ...permission },
    tx.now,
  );
}
