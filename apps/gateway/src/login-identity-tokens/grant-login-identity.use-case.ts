import { Injectable } from '@nestjs/common';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { Clock, newId, type Id } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { TokenPairs, type LoginIdentityGrant, type TokenPair } from './token-pairs.js';

/** A family that is not refreshed for so long ends. */
export const REFRESH_LIFETIME_MS = 90 * 86_400_000;

/** The first pair of a login identity, and the family of refresh tokens that follows it. */
@Injectable()
export class GrantLoginIdentity {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly clock: Clock,
  ) {}

  async execute(grant: LoginIdentityGrant): Promise<AccessTokenResponse> {
    const pair = await this.pairs.make(grant);
    const batch = new WriteBatch();
    this.addTo(batch, grant, pair);
    await this.transactions.asWorker((tx) => tx.write(batch));
    return pair.body;
  }

  addTo(batch: WriteBatch, grant: LoginIdentityGrant, pair: TokenPair): void {
    const now = this.clock.system();
    const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_MS);
    const familyId = newId<Id<'RefreshFamily'>>(now);
    const common = {
      customer_app_id: grant.customerAppId,
      family_id: familyId,
      expires_at: expiresAt,
      created_at: now,
    };
    batch.insert('refresh_families', {
      ...common,
      login_identity_id: grant.loginIdentityId,
      scopes: grant.scopes,
      ended_at: null,
    });
    batch.insert('refresh_tokens', {
      ...common,
      token_hash: pair.refreshHash,
      used_at: null,
      successor_sealed: null,
    });
  }
}
