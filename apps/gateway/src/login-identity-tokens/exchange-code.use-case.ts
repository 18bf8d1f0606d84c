import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccessTokenResponse, LinkCodeExchange } from '@towpath/contracts/gateway';
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions, WriteBatch, type RowOf } from '@towpath/persistence';
import type { Pkce } from '../customer-apps/domain/customer-app.js';
import { CoveredScopes } from './covered-scopes.js';
import { GrantLoginIdentity } from './grant-login-identity.use-case.js';
import { linkCodes } from './login-identity-token.table.js';
import { invalidGrant, TokenPairs } from './token-pairs.js';

interface CodeRow extends RowOf<typeof linkCodes> {
  readonly pkce: Pkce;
}

const FIND = byValues(`SELECT to_jsonb(c) AS row, a.pkce FROM link_codes c
  JOIN customer_apps a ON a.customer_app_id = c.customer_app_id
  WHERE c.customer_app_id = $1 AND c.code_hash = ANY ($2)`);

/** Exchanges the code of a hosted link, once, by the app and for the URI that it was made for. */
@Injectable()
export class ExchangeCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly covered: CoveredScopes,
    private readonly grantLoginIdentity: GrantLoginIdentity,
  ) {}

  async execute(
    caller: { readonly customerAppId: CustomerAppId; readonly clientId: ClientId },
    asked: LinkCodeExchange,
  ): Promise<AccessTokenResponse> {
    const { customerAppId } = caller;
    if (asked.client_id !== caller.clientId) throw invalidGrant();
    const hashes = this.pairs.hashesOf(asked.code);
    const [found] = await this.transactions.asWorker((tx) =>
      tx.query<{ row: unknown; pkce: Pkce }>(FIND, [customerAppId, hashes]),
    );
    const row = found && { ...linkCodes.from(found.row), pkce: found.pkce };
    if (!row || !matches(row, asked)) throw invalidGrant();
    const login = { customerAppId, loginIdentityId: row.loginIdentityId };
    const scopes = await this.covered.of(login);
    if (!scopes) throw invalidGrant();
    const grant = { ...login, scopes };
    const pair = await this.pairs.make(grant);
    const taken = await this.transactions.asWorker(async (tx) => {
      await tx.begun;
      const used = await tx.query(
        byValues(`UPDATE link_codes SET used_at = $3, code_sealed = NULL
         WHERE customer_app_id = $1 AND code_hash = $2
           AND used_at IS NULL AND expires_at > $3 RETURNING 1 AS used`),
        [customerAppId, row.codeHash, tx.systemNow],
      );
      if (used.length === 0) return false;
      const batch = new WriteBatch();
      this.grantLoginIdentity.addTo(batch, grant, pair);
      tx.write(batch);
      return true;
    });
    if (!taken) throw invalidGrant();
    return pair.body;
  }
}

/** A verifier that is sent must fit. A code with a challenge needs it, unless an operator waives that. */
function matches(row: CodeRow, asked: LinkCodeExchange): boolean {
  if (row.redirectUri !== asked.redirect_uri) return false;
  const { codeChallenge: challenge, pkce } = row;
  const { code_verifier: verifier } = asked;
  if (verifier === undefined) return challenge === null || pkce === 'OPTIONAL';
  if (challenge === null) return false;
  const isPlain = row.codeChallengeMethod === 'plain';
  const made = isPlain ? verifier : digest(verifier).toString('base64url');
  // By their hashes: in constant time, also for texts of different lengths.
  return timingSafeEqual(digest(challenge), digest(made));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
