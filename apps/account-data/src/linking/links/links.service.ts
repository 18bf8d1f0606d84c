import { Injectable } from '@nestjs/common';
import type { AppType, Institution } from '@towpath/contracts';
import type {
  CreateLinkRequest,
  LoginIdentityResponse,
  RelinkRequest,
} from '@towpath/contracts/account-data';
import { DomainError, newId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { LoginCaller } from '@towpath/service';
import { InstitutionConnectionsService } from '../../banks/institution-connections/institution-connections.service.js';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import { KnownLoginsService } from '../../identities/credentials/known-logins.service.js';
import type { KeptCredentials } from '../../identities/credentials/login-secrets.service.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identities.reads.js';
import {
  LoginIdentitiesService,
  newSession,
} from '../../identities/login-identities/login-identities.service.js';
import { LoginIdentity } from '../../identities/login-identities/login-identity.js';
import { LoginsService, type Begun } from '../logins/logins.service.js';
import { readableProducts, requestedProducts, typedLogin } from '../logins/requested-login.js';

/** A customer app that hands over a login. */
export interface LinkCaller extends LoginCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: AppType;
  /** Those of the customer token, which are those of the app. */
  readonly scopes: readonly string[];
}

/** Links that begin in the user interface of a customer app; the answer comes before the bank's. */
@Injectable()
export class LinksService {
  constructor(
    private readonly institutions: InstitutionsReads,
    private readonly connections: InstitutionConnectionsService,
    private readonly identities: LoginIdentitiesService,
    private readonly knownLogins: KnownLoginsService,
    private readonly logins: LoginsService,
  ) {}

  async create(caller: LinkCaller, asked: CreateLinkRequest): Promise<LoginIdentityResponse> {
    const { customerAppId, appType } = caller;
    const { institution_id: institutionId } = asked;
    assertConsent(asked.consent);
    const institution = this.institutions.get(appType, institutionId);
    this.connections.get({ appType, institutionId });
    const products = requestedProducts(asked.products_requested, institution, caller.scopes);
    const { encrypted_credentials: payload } = asked;
    const order = { customerAppId, request: ['createLink', '', asked] as const, payload };
    return this.logins.once(order, (tx, fields) => {
      const credentials = typedLogin(institution, fields ?? {});
      const identity = LoginIdentity.link(
        {
          loginIdentityId: newId<LoginIdentityId>(tx.systemNow),
          customerAppId,
          live: appType === 'LIVE',
          userId: asked.user_id,
          institutionId,
          state: null,
          historyDateLimit: null,
        },
        {
          ...newSession(tx),
          products,
          storesCredentials: asked.store_credentials,
          automaticRefresh: 'OFF',
        },
        tx.now,
      );
      return this.begin(tx, caller, { identity, institution, credentials });
    });
  }

  /**
   * A new session with new credentials for a login identity at which nothing goes on. It keeps the
   * products that the app may still read.
   */
  async relink(
    caller: LinkCaller,
    rawLoginIdentityId: string,
    asked: RelinkRequest,
  ): Promise<LoginIdentityResponse> {
    const { customerAppId, appType, scopes } = caller;
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    assertConsent(asked.consent);
    const request = ['relink', loginIdentityId, asked] as const;
    const order = { customerAppId, request, payload: asked.encrypted_credentials };
    return this.logins.once(order, async (tx, fields) => {
      const identity = await this.identities.lockLinked(tx, loginIdentityId);
      const { institutionId, products, automaticRefresh } = identity.snapshot;
      const institution = this.institutions.get(appType, institutionId);
      const credentials = typedLogin(institution, fields ?? {});
      identity.relink(
        {
          ...newSession(tx),
          products: readableProducts(products, scopes),
          storesCredentials: asked.store_credential ?? false,
          automaticRefresh,
        },
        tx.now,
      );
      return this.begin(tx, caller, { identity, institution, credentials });
    });
  }

  private begin(
    tx: AppTx,
    from: LinkCaller,
    begins: {
      readonly identity: LoginIdentity;
      readonly institution: Institution;
      readonly credentials: KeptCredentials;
    },
  ): Promise<Begun> {
    const loginKey = this.knownLogins.keyOfTyped(begins.institution, begins.credentials);
    const { userId } = begins.identity.snapshot;
    return this.logins.begin(tx, {
      ...begins,
      step: { language: 'en', loginKey },
      typed: { from, login: { userId, login: loginKey } },
      consent: { text: null },
    });
  }
}

function assertConsent(consent: boolean | null): void {
  if (consent === true) return;
  throw new DomainError('INVALID_REQUEST', 'consent must be true: the user has to agree.');
}
