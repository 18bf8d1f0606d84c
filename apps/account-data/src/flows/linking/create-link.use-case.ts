import { Injectable } from '@nestjs/common';
import type { CreateLinkRequest, LoginIdentityResponse } from '@towpath/contracts/account-data';
import { DomainError, newId, type LinkSessionId, type LoginIdentityId } from '@towpath/kernel';
import { GetInstitution } from '../../banks/institutions/get-institution.query.js';
import {
  LoginIdentity,
  type LinkingAttemptId,
} from '../../identities/login-identities/domain/login-identity.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { BeginTypedLogin } from './begin-typed-login.js';
import type { LinkCaller } from './link-caller.js';
import { OncePerPayload } from './once-per-payload.js';
import { requestedProducts } from './requested-products.js';
import { typedLogin } from './typed-login.js';

/** Starts a login with the user's input, and answers before the bank does. */
@Injectable()
export class CreateLink {
  constructor(
    private readonly getInstitution: GetInstitution,
    private readonly banks: ConnectedBanks,
    private readonly beginTypedLogin: BeginTypedLogin,
    private readonly oncePerPayload: OncePerPayload,
  ) {}

  async execute(caller: LinkCaller, asked: CreateLinkRequest): Promise<LoginIdentityResponse> {
    const { customerAppId, appType } = caller;
    assertConsent(asked.consent);
    const institution = this.getInstitution.execute(appType, asked.institution_id);
    this.banks.connectorOf({ appType, institutionId: asked.institution_id });
    const products = requestedProducts(asked.products_requested, institution, caller.scopes);
    const { encrypted_credentials: payload } = asked;
    const order = { customerAppId, request: ['createLink', '', asked] as const, payload };
    return this.oncePerPayload.execute(order, (tx, fields) => {
      const typed = typedLogin(institution, fields ?? {});
      const identity = LoginIdentity.link(
        {
          loginIdentityId: newId<LoginIdentityId>(tx.systemNow),
          customerAppId,
          live: appType === 'LIVE',
          userId: asked.user_id,
          institutionId: asked.institution_id,
          state: null,
          historyDateLimit: null,
        },
        {
          sessionId: newId<LinkSessionId>(tx.systemNow),
          linkingAttemptId: newId<LinkingAttemptId>(tx.systemNow),
          products,
          storesCredentials: asked.store_credentials,
          automaticRefresh: 'OFF',
        },
        tx.now,
      );
      return this.beginTypedLogin.write(tx, { identity, institution, typed, from: caller });
    });
  }
}

export function assertConsent(consent: boolean | null): void {
  if (consent === true) return;
  throw new DomainError('INVALID_REQUEST', 'consent must be true: the user has to agree.');
}
