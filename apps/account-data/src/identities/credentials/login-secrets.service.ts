import { Injectable } from '@nestjs/common';
import { byValues, PersonalDataVault, WriteBatch, type AppTx } from '@towpath/persistence';
import type { TypedFields } from '../link-keys/link-keys.service.js';
import type { SessionKey } from '../login-identities/login-identity.table.js';
import { loginCredentials } from './login-credential.table.js';

/** Secrets of a running login; deleted when it ends. */
export interface LoginSecrets {
  readonly credentials?: TypedFields;
  readonly pendingLogin?: string;
  readonly inputs?: TypedFields;
  /** URL of the bank's own page. */
  readonly bankPage?: string;
  /** Query that the bank's page sent back. */
  readonly bankReturn?: TypedFields;
}

/** Credentials that are stored with the consent of the user. */
export interface KeptCredentials {
  readonly loginMethodId: string;
  readonly credentials: TypedFields;
}

const LOGIN = 'link_jobs.sealed';
const CREDENTIALS = 'login_credentials.credentials_sealed';
const BANK_SESSION = 'login_credentials.bank_session_sealed';

/**
 * Credentials, bank sessions and secrets of a running login. Each kind is encrypted with its own
 * key per session, which is destroyed with it, so that a copy of the database is unreadable
 * afterwards. The vault wraps these keys. A rotation wraps them again and changes nothing else.
 */
@Injectable()
export class LoginSecretsService {
  constructor(private readonly vault: PersonalDataVault) {}

  async sealLogin(tx: AppTx, owner: SessionKey, secrets: LoginSecrets): Promise<Buffer> {
    const key = await this.vault.keyFor(tx, subject(owner, 'login'));
    return key.encrypt(LOGIN, { text: JSON.stringify(secrets) });
  }

  /** Of a job; none if it has none. */
  async openLogin(
    tx: AppTx,
    owner: SessionKey & { readonly sealed: Buffer | null },
  ): Promise<LoginSecrets> {
    if (!owner.sealed) return {};
    const key = await this.vault.keyFor(tx, subject(owner, 'login'));
    return JSON.parse(key.decrypt(LOGIN, owner.sealed)) as LoginSecrets;
  }

  /** The login has ended: its input becomes unreadable. */
  endLogin(tx: AppTx, owner: SessionKey): Promise<void> {
    return this.vault.destroy(tx, subject(owner, 'login'));
  }

  /** Replaces those of an earlier session. Null credentials: the user agreed to keep none. */
  async keep(
    tx: AppTx,
    owner: SessionKey,
    kept: { readonly bankSession: string; readonly credentials: KeptCredentials | null },
  ): Promise<void> {
    const before = await loginCredentials.find(tx, owner);
    if (before && before.sessionId !== owner.sessionId) await this.shred(tx, before);
    const bank = await this.vault.keyFor(tx, subject(owner, 'bank'));
    const credentials =
      kept.credentials && (await this.vault.keyFor(tx, subject(owner, 'credentials')));
    const row = {
      customerAppId: tx.customerApp.id,
      loginIdentityId: owner.loginIdentityId,
      sessionId: owner.sessionId,
      credentialsSealed:
        credentials?.encrypt(CREDENTIALS, { text: JSON.stringify(kept.credentials) }) ?? null,
      bankSessionSealed: bank.encrypt(BANK_SESSION, { text: kept.bankSession }),
      updatedAt: tx.systemNow,
    };
    const batch = new WriteBatch();
    if (before) loginCredentials.update(batch, row);
    else loginCredentials.insert(batch, row);
    tx.write(batch);
  }

  async bankSession(tx: AppTx, owner: SessionKey): Promise<string | null> {
    const row = await loginCredentials.find(tx, owner);
    if (!row?.bankSessionSealed) return null;
    const key = await this.vault.keyFor(tx, subject(row, 'bank'));
    return key.decrypt(BANK_SESSION, row.bankSessionSealed);
  }

  async credentials(tx: AppTx, owner: SessionKey): Promise<KeptCredentials | null> {
    const row = await loginCredentials.find(tx, owner);
    if (!row?.credentialsSealed) return null;
    const key = await this.vault.keyFor(tx, subject(row, 'credentials'));
    return JSON.parse(key.decrypt(CREDENTIALS, row.credentialsSealed)) as KeptCredentials;
  }

  /** The credentials alone; the session at the bank is still needed to end the consent there. */
  async shredCredentials(tx: AppTx, owner: SessionKey): Promise<void> {
    const row = await loginCredentials.find(tx, owner);
    if (!row) return;
    await this.vault.destroy(tx, subject(row, 'credentials'));
    await tx.query(
      byValues(`UPDATE login_credentials SET credentials_sealed = NULL, updated_at = $3
       WHERE customer_app_id = $1 AND login_identity_id = $2`),
      [tx.customerApp.id, owner.loginIdentityId, tx.systemNow],
    );
  }

  /** Everything that is kept. */
  async forget(tx: AppTx, owner: SessionKey): Promise<void> {
    const row = await loginCredentials.find(tx, owner);
    if (!row) return;
    await this.shred(tx, row);
    await tx.query(
      byValues(
        `DELETE FROM login_credentials WHERE customer_app_id = $1 AND login_identity_id = $2`,
      ),
      [tx.customerApp.id, owner.loginIdentityId],
    );
  }

  private async shred(tx: AppTx, owner: SessionKey): Promise<void> {
    await this.vault.destroy(tx, subject(owner, 'credentials'));
    await this.vault.destroy(tx, subject(owner, 'bank'));
  }
}

function subject(
  { loginIdentityId, sessionId }: SessionKey,
  kind: 'login' | 'bank' | 'credentials',
): string {
  return `${kind} ${loginIdentityId} ${sessionId}`;
}
