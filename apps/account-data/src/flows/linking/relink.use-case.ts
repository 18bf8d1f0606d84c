import { Injectable } from '@nestjs/common';
import type { LoginIdentityResponse, RelinkRequest } from '@towpath/contracts/account-data';
import { newId, type LinkSessionId } from '@towpath/kernel';
import { GetInstitution } from '../../banks/institutions/get-institution.query.js';
import type { LinkingAttemptId } from '../../identities/login-identities/domain/login-identity.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { BeginTypedLogin } from './begin-typed-login.js';
import { assertConsent } from './create-link.use-case.js';
import type { LinkCaller } from './link-caller.js';
import { OncePerPayload } from './once-per-payload.js';
import { readableProducts } from './requested-products.js';
import { typedLogin } from './typed-login.js';

/**
 * A new session with new credentials for a login identity at which nothing goes on. It keeps the
 * products that the app may still read.
 */
@Injectable()
export class Relink {
  constructor(
    private readonly getInstitution: GetInstitution,
    private readonly read: ReadLoginIdentity,
    private readonly beginTypedLogin: BeginTypedLogin,
    private readonly oncePerPayload: OncePerPayload,
  ) {}

  async execute(
    caller: LinkCaller,
    rawLoginIdentityId: string,
    asked: RelinkRequest,
  ): Promise<LoginIdentityResponse> {
    const { customerAppId, appType, scopes } = caller;
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    assertConsent(asked.consent);
    const request = ['relink', loginIdentityId, asked] as const;
    const order = { customerAppId, request, payload: asked.encrypted_credentials };
    return this.oncePerPayload.execute(order, async (tx, fields) => {
      const identity = await this.read.lock(tx, loginIdentityId);
      const { institutionId, products, automaticRefresh } = identity.snapshot;
      const institution = this.getInstitution.execute(appType, institutionId);
      const typed = typedLogin(institution, fields ?? {});
      identity.relink(
        {
          sessionId: newId<LinkSessionId>(tx.systemNow),
          linkingAttemptId: newId<LinkingAttemptId>(tx.systemNow),
          products: readableProducts(products, scopes),
          storesCredentials: asked.store_credential ?? false,
          automaticRefresh,
        },
        tx.now,
      );
      return this.beginTypedLogin.write(tx, { identity, institution, typed, from: caller });
    });
  }
}
