import { Injectable } from '@nestjs/common';
import type { RelinkRequest } from '@towpath/contracts/account-data';
import { newId, type LinkSessionId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { GetInstitution } from '../../banks/institutions/get-institution.query.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { OpenTypedFields } from '../../identities/link-keys/open-payload.js';
import type {
  LinkingAttemptId,
  LoginIdentitySnapshot,
} from '../../identities/login-identities/domain/login-identity.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { BeginTypedLogin } from './begin-typed-login.js';
import { assertConsent, type LinkCaller } from './create-link.use-case.js';
import { readableProducts } from './requested-products.js';
import { typedLogin } from './typed-login.js';

/**
 * A new session with new credentials for a login identity at which nothing goes on. It keeps the
 * products that the app may still read.
 */
@Injectable()
export class Relink {
  constructor(
    private readonly transactions: Transactions,
    private readonly getInstitution: GetInstitution,
    private readonly read: ReadLoginIdentity,
    private readonly openTypedFields: OpenTypedFields,
    private readonly beginTypedLogin: BeginTypedLogin,
    private readonly runner: LinkJobRunner,
  ) {}

  async execute(
    { customerAppId, appType, scopes }: LinkCaller,
    rawLoginIdentityId: string,
    asked: RelinkRequest,
  ): Promise<LoginIdentitySnapshot> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    assertConsent(asked.consent);
    const fields = await this.openTypedFields.execute(asked.encrypted_credentials);
    const { job, snapshot } = await this.transactions.forApp(customerAppId, async (tx) => {
      const identity = await this.read.lock(tx, loginIdentityId);
      const { institutionId, products, automaticRefresh } = identity.snapshot;
      const institution = this.getInstitution.execute(appType, institutionId);
      const typed = typedLogin(institution, fields);
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
      return this.beginTypedLogin.write(tx, { identity, institution, typed });
    });
    this.runner.start([job]);
    return snapshot;
  }
}
