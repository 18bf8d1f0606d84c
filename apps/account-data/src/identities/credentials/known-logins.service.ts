import { Injectable } from '@nestjs/common';
import { KeyedHash } from '@towpath/persistence';
import { LoginGuesses } from '@towpath/service';
import type { Institution } from '@towpath/contracts';
import type { KeptCredentials } from './login-secrets.service.js';
import type { LoginIdentitySnapshot } from '../login-identities/login-identity.table.js';

/** Logins by keyed hashes of their names: which are the same, and how often they were wrong. */
@Injectable()
export class KnownLoginsService extends LoginGuesses {
  constructor(hash: KeyedHash) {
    super(hash);
  }

  /** The same for the same login within the app; without our key it confirms no guess. */
  hashIdOf(
    { customerAppId, institutionId }: LoginIdentitySnapshot,
    { bankUserName }: { readonly bankUserName: string },
  ): string {
    const value = `login\n${institutionId}\n${bankUserName}`;
    const token = this.hash.tokenize({ customerAppId, value }).slice('tok_'.length).toUpperCase();
    // the first character of a ULID is at most 7
    return `0${token.slice(1)}`;
  }

  /** The key of a typed login: everything but the password names it. */
  keyOfTyped(
    { institution_id, login_methods: methods = [] }: Institution,
    { loginMethodId, credentials }: KeptCredentials,
  ): string | null {
    const fields = methods.find(({ id }) => id === loginMethodId)?.login_fields ?? [];
    const names = fields.filter(({ type }) => type !== 'password');
    const name = names.map(({ key }) => credentials[key] ?? '').join('\n');
    return this.loginKey({ institutionId: institution_id, name });
  }
}
