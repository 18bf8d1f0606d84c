import { Injectable } from '@nestjs/common';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch, type WorkerTx } from '@towpath/persistence';
import { CoveredScopes } from './covered-scopes.js';
import { REFRESH_LIFETIME_MS } from './grant-login-identity.use-case.js';
import { invalidGrant, TokenPairs, type TokenPair } from './token-pairs.js';

/** A caller who lost the answer may ask once more. */
const REPEAT_MS = 10_000;

interface KnownToken {
  readonly token_hash: string;
  readonly family_id: string;
  readonly used_at: Date | null;
  readonly successor_sealed: Buffer | null;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly login_identity_id: string;
}

/**
 * Exchanges a refresh token for a new pair, with the scopes of now. The same token within 10 s
 * returns the same pair. Later it may be stolen, so its use ends the family. So does the deletion
 * of the login identity.
 */
@Injectable()
export class RefreshLoginIdentityToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly covered: CoveredScopes,
  ) {}

  async execute(customerAppId: CustomerAppId, refreshToken: string): Promise<AccessTokenResponse> {
    const given = { customerAppId, hashes: this.pairs.hashesOf(refreshToken) };
    const known = await this.transactions.asWorker((tx) => find(tx, given));
    if (!known) throw invalidGrant();
    const login = { customerAppId, loginIdentityId: known.login_identity_id };
    const scopes = await this.covered.of(login);
    if (!scopes) {
      await this.transactions.asWorker((tx) => end(tx, customerAppId, known));
      throw invalidGrant();
    }
    const pair = await this.pairs.make({ ...login, scopes });
    const body = await this.transactions.asWorker((tx) => this.exchange(tx, { given, pair }));
    if (!body) throw invalidGrant();
    return body;
  }

  /** Null for a token that gives nothing; what that ends is committed. */
  private async exchange(
    tx: WorkerTx,
    { given, pair }: { readonly given: Given; readonly pair: TokenPair },
  ): Promise<AccessTokenResponse | null> {
    const known = await find(tx, given, 'FOR UPDATE');
    const now = tx.systemNow;
    if (!known || known.ended_at !== null || known.expires_at <= now) return null;
    const { customerAppId } = given;
    const context = contextOf(customerAppId, known);
    if (known.used_at === null) {
      await tx.write(this.rotation({ customerAppId, known, pair, now, context }));
      return pair.body;
    }
    const repeated = now.getTime() - known.used_at.getTime() <= REPEAT_MS;
    if (repeated && known.successor_sealed) {
      return this.pairs.open<AccessTokenResponse>(known.successor_sealed, context);
    }
    await end(tx, customerAppId, known);
    return null;
  }

  private rotation(turn: {
    readonly customerAppId: CustomerAppId;
    readonly known: KnownToken;
    readonly pair: TokenPair;
    readonly now: Date;
    readonly context: string;
  }): WriteBatch {
    const { customerAppId, known, pair, now, context } = turn;
    const app = { customer_app_id: customerAppId };
    const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_MS);
    return new WriteBatch()
      .update(
        'refresh_tokens',
        { ...app, token_hash: known.token_hash },
        { used_at: now, successor_sealed: this.pairs.seal(pair.body, context) },
      )
      .update(
        'refresh_families',
        { ...app, family_id: known.family_id },
        { expires_at: expiresAt, first_pair_sealed: null },
      )
      .insert('refresh_tokens', {
        ...app,
        family_id: known.family_id,
        token_hash: pair.refreshHash,
        used_at: null,
        successor_sealed: null,
        expires_at: expiresAt,
        created_at: now,
      });
  }
}

interface Given {
  readonly customerAppId: CustomerAppId;
  readonly hashes: readonly string[];
}

async function find(
  tx: WorkerTx,
  { customerAppId, hashes }: Given,
  lock: 'FOR UPDATE' | '' = '',
): Promise<KnownToken | undefined> {
  const [row] = await tx.query<KnownToken>(
    `SELECT t.token_hash, t.family_id, t.used_at, t.successor_sealed, t.expires_at,
       f.ended_at, f.login_identity_id
     FROM refresh_tokens t
     JOIN refresh_families f ON f.customer_app_id = t.customer_app_id AND f.family_id = t.family_id
     WHERE t.customer_app_id = $1 AND t.token_hash = ANY ($2) ${lock}`,
    [customerAppId, hashes],
  );
  return row;
}

async function end(tx: WorkerTx, customerAppId: CustomerAppId, known: KnownToken): Promise<void> {
  await tx.query(
    `UPDATE refresh_families SET ended_at = $3, first_pair_sealed = NULL
     WHERE customer_app_id = $1 AND family_id = $2`,
    [customerAppId, known.family_id, tx.systemNow],
  );
}

function contextOf(customerAppId: CustomerAppId, { token_hash: hash }: KnownToken): string {
  return `refresh_tokens ${customerAppId} ${hash}`;
}
