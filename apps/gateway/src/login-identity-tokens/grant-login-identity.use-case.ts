import { Injectable } from '@nestjs/common';
import type { AccessTokenResponse } from '@towpath/contracts/gateway';
import { Clock, newId, type Id } from '@towpath/kernel';
import {
  byValues,
  Transactions,
  uniqueViolation,
  WriteBatch,
  type RowOf,
} from '@towpath/persistence';
import { refreshFamilies, refreshTokens } from './login-identity-token.table.js';
import { TokenPairs, type LoginIdentityGrant, type TokenPair } from './token-pairs.js';

/** A family that is not refreshed for so long ends. */
export const REFRESH_LIFETIME_MS = 90 * 86_400_000;

/** The login that a pair is requested for. */
interface GrantedLogin extends LoginIdentityGrant {
  readonly authenticationId: string;
}

type FamilyRow = Pick<RowOf<typeof refreshFamilies>, 'firstPairSealed'>;

/** The first pair of a login identity, and the family of refresh tokens that follows it. */
@Injectable()
export class GrantLoginIdentity {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly clock: Clock,
  ) {}

  /** The same pair for the same login, until its first refresh; then null. */
  async execute(grant: GrantedLogin): Promise<AccessTokenResponse | null> {
    const known = await this.known(grant);
    if (known) return this.opened(known, grant);
    const pair = await this.pairs.make(grant);
    const batch = new WriteBatch();
    this.addTo(batch, grant, {
      ...pair,
      authenticationId: grant.authenticationId,
      sealed: this.pairs.seal(pair.body, contextOf(grant)),
    });
    try {
      await this.transactions.asWorker(async (tx) => tx.write(batch));
      return pair.body;
    } catch (error) {
      if (uniqueViolation(error) !== 'refresh_families_authentication') throw error;
      const first = await this.known(grant);
      return first ? this.opened(first, grant) : null;
    }
  }

  addTo(
    batch: WriteBatch,
    grant: LoginIdentityGrant,
    pair: TokenPair & { readonly authenticationId?: string; readonly sealed?: Buffer },
  ): void {
    const now = this.clock.system();
    const expiresAt = new Date(now.getTime() + REFRESH_LIFETIME_MS);
    const familyId = newId<Id<'RefreshFamily'>>(now);
    const { customerAppId, loginIdentityId, scopes } = grant;
    const common = { customerAppId, familyId, expiresAt, createdAt: now };
    refreshFamilies.insert(batch, {
      ...common,
      loginIdentityId,
      scopes,
      endedAt: null,
      authenticationId: pair.authenticationId ?? null,
      firstPairSealed: pair.sealed ?? null,
    });
    refreshTokens.insert(batch, {
      ...common,
      tokenHash: pair.refreshHash,
      usedAt: null,
      successorSealed: null,
    });
  }

  private async known(grant: GrantedLogin): Promise<FamilyRow | undefined> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<FamilyRow>(
        byValues(`SELECT ${refreshFamilies.select('firstPairSealed')} FROM refresh_families
         WHERE customer_app_id = $1 AND authentication_id = $2`),
        [grant.customerAppId, grant.authenticationId],
      ),
    );
    return row;
  }

  private opened(row: FamilyRow, grant: GrantedLogin): AccessTokenResponse | null {
    const { firstPairSealed: sealed } = row;
    return sealed && this.pairs.open<AccessTokenResponse>(sealed, contextOf(grant));
  }
}

function contextOf({ customerAppId, authenticationId }: GrantedLogin): string {
  return `refresh_families ${customerAppId} ${authenticationId}`;
}
