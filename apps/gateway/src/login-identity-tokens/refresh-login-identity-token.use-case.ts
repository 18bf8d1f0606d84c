import { Injectable } from '@nestjs/common';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import type { CustomerAppId } from '@towpath/kernel';
import {
  byValues,
  Transactions,
  WriteBatch,
  type RowOf,
  type WorkerTx,
} from '@towpath/persistence';
import { CoveredScopes } from './covered-scopes.js';
import { REFRESH_LIFETIME_MS } from './grant-login-identity.use-case.js';
import { refreshFamilies, refreshTokens } from './login-identity-token.table.js';
import { invalidGrant, TokenPairs, type TokenPair } from './token-pairs.js';

/** A caller who lost the answer may ask once more. */
const REPEAT_MS = 10_000;

interface Family {
  readonly endedAt: Date | null;
  readonly loginIdentityId: string;
}
type KnownToken = RowOf<typeof refreshTokens> & Family;

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
    const login = { customerAppId, loginIdentityId: known.loginIdentityId };
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
    if (!known || known.endedAt !== null || known.expiresAt <= now) return null;
    const { customerAppId } = given;
    const context = contextOf(customerAppId, known);
    if (known.usedAt === null) {
      tx.write(this.rotation({ customerAppId, known, pair, now, context }));
      return pair.body;
    }
    const repeated = now.getTime() - known.usedAt.getTime() <= REPEAT_MS;
    if (repeated && known.successorSealed) {
      return this.pairs.open<AccessTokenResponse>(known.successorSealed, context);
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
    const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_MS);
    const { familyId, tokenHash } = known;
    const batch = new WriteBatch();
    refreshTokens.change(
      batch,
      { customerAppId, tokenHash },
      { usedAt: now, successorSealed: this.pairs.seal(pair.body, context) },
    );
    refreshFamilies.change(
      batch,
      { customerAppId, familyId },
      { expiresAt, firstPairSealed: null },
    );
    refreshTokens.insert(batch, {
      customerAppId,
      familyId,
      tokenHash: pair.refreshHash,
      usedAt: null,
      successorSealed: null,
      expiresAt,
      createdAt: now,
    });
    return batch;
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
  const [found] = await tx.query<Family & { row: unknown }>(
    byValues(`SELECT to_jsonb(t) AS row, f.ended_at AS "endedAt", f.login_identity_id AS "loginIdentityId"
     FROM refresh_tokens t
     JOIN refresh_families f ON f.customer_app_id = t.customer_app_id AND f.family_id = t.family_id
     WHERE t.customer_app_id = $1 AND t.token_hash = ANY ($2) ${lock}`),
    [customerAppId, hashes],
  );
  if (!found) return undefined;
  const { row, ...family } = found;
  return { ...refreshTokens.from(row), ...family };
}

async function end(tx: WorkerTx, customerAppId: CustomerAppId, known: KnownToken): Promise<void> {
  await tx.begun;
  await tx.query(
    byValues(`UPDATE refresh_families SET ended_at = $3, first_pair_sealed = NULL
     WHERE customer_app_id = $1 AND family_id = $2`),
    [customerAppId, known.familyId, tx.systemNow],
  );
}

function contextOf(customerAppId: CustomerAppId, { tokenHash: hash }: KnownToken): string {
  return `refresh_tokens ${customerAppId} ${hash}`;
}
