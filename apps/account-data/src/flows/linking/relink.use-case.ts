import { Injectable } from '@nestjs/common';
import type { RelinkRequest } from '@towpath/contracts/account-data';
import { newId, type LinkSessionId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { GetInstitution } from '../../banks/institutions/get-institution.query.js';
import { OpenTypedFields } from '../../identities/link-keys/open-payload.js';
import type {
  LinkingAttemptId,
  LoginIdentitySnapshot,
} from '../../identities/login-identities/domain/login-identity.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { LoginIdentityRepository } from '../../identities/login-identities/ports.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { StartLogin } from '../../retrieval/logins/start-login.js';
import { assertConsent, LinkWork, type LinkCaller } from './create-link.use-case.js';
import { firstStep, typedLogin } from './typed-login.js';

/** A new session with new credentials for a login identity at which nothing goes on. */
@Injectable()
export class Relink {
  constructor(
    private readonly transactions: Transactions,
    private readonly getInstitution: GetInstitution,
    private readonly read: ReadLoginIdentity,
    private readonly identities: LoginIdentityRepository,
    private readonly openTypedFields: OpenTypedFields,
    private readonly startLogin: StartLogin,
    private readonly linkWork: LinkWork,
  ) {}

  async execute(
    { customerAppId, appType }: LinkCaller,
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
          products,
          storesCredentials: asked.store_credential ?? false,
          automaticRefresh,
        },
        tx.now,
      );
      const batch = new WriteBatch();
      const begun = await this.startLogin.execute(tx, batch, {
        identity,
        step: firstStep(institution, { ...typed, language: 'en' }),
        secrets: { credentials: typed.credentials },
      });
      this.identities.save(batch, identity);
      this.linkWork.consents.add(tx, batch, { identity, text: null });
      tx.send(batch);
      return { job: begun, snapshot: identity.snapshot };
    });
    this.linkWork.runner.start([job]);
    return snapshot;
  }
}
