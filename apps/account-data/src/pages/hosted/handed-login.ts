import { Injectable } from '@nestjs/common';
import type { Institution } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import {
  LoginSecretStore,
  type KeptCredentials,
} from '../../identities/credentials/login-secrets.js';
import type { TypedFields } from '../../identities/link-keys/open-payload.js';
import { typedLogin } from '../../flows/linking/typed-login.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import type { HostedLink } from './hosted-link.js';

/** The login of the user of a page: typed fields, or stored ones. */
@Injectable()
export class HandedLogin {
  constructor(private readonly secrets: LoginSecretStore) {}

  /** Throws INVALID_REQUEST when a field is missing. */
  async of(
    tx: AppTx,
    handed: {
      readonly link: HostedLink;
      readonly institution: Institution;
      readonly before: LoginIdentity | null;
      /** Null when nothing was typed. */
      readonly typed: TypedFields | null;
    },
  ): Promise<KeptCredentials> {
    const { link, institution, before, typed } = handed;
    if (typed) return typedLogin(institution, typed);
    const mayUseKept = link.mode === 'REFRESH' && before !== null;
    const kept = mayUseKept ? await this.secrets.credentials(tx, before.snapshot) : null;
    if (kept) return kept;
    const methods = institution.login_methods ?? [];
    // The page of the bank takes the login; none of it comes to us.
    if (methods.some(({ login_fields: fields }) => fields.length === 0)) {
      return typedLogin(institution, {});
    }
    throw new DomainError('INVALID_REQUEST', 'encrypted_credentials is required.');
  }
}
