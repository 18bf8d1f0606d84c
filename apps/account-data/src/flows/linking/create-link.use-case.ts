import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type { CreateLinkRequest } from '@towpath/contracts/account-data';
import {
  DomainError,
  newId,
  type CustomerAppId,
  type LinkSessionId,
  type LoginIdentityId,
} from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { GetInstitution } from '../../banks/institutions/get-institution.query.js';
import { LinkJobRunner } from '../../identities/link-jobs/link-job-runner.js';
import { OpenTypedFields } from '../../identities/link-keys/open-payload.js';
import {
  LoginIdentity,
  type LinkingAttemptId,
  type LoginIdentitySnapshot,
} from '../../identities/login-identities/domain/login-identity.js';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { BeginTypedLogin } from './begin-typed-login.js';
import { requestedProducts } from './requested-products.js';
import { typedLogin } from './typed-login.js';

export interface LinkCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: AppType;
  /** Those of the customer token, which are those of the app. */
  readonly scopes: readonly string[];
}

/** Starts a login with the user's input, and answers before the bank does. */
@Injectable()
export class CreateLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly getInstitution: GetInstitution,
    private readonly banks: ConnectedBanks,
    private readonly openTypedFields: OpenTypedFields,
    private readonly beginTypedLogin: BeginTypedLogin,
    private readonly runner: LinkJobRunner,
  ) {}

  async execute(caller: LinkCaller, asked: CreateLinkRequest): Promise<LoginIdentitySnapshot> {
    const { customerAppId, appType } = caller;
    assertConsent(asked.consent);
    const institution = this.getInstitution.execute(appType, asked.institution_id);
    this.banks.connectorOf({ appType, institutionId: asked.institution_id });
    const products = requestedProducts(asked.products_requested, institution, caller.scopes);
    const typed = typedLogin(
      institution,
      await this.openTypedFields.execute(asked.encrypted_credentials),
    );
    const { job, snapshot } = await this.transactions.forApp(customerAppId, async (tx) => {
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
      return this.beginTypedLogin.write(tx, { identity, institution, typed });
    });
    this.runner.start([job]);
    return snapshot;
  }
}

export function assertConsent(consent: boolean | null): void {
  if (consent === true) return;
  throw new DomainError('INVALID_REQUEST', 'consent must be true: the user has to agree.');
}
