import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Scope } from '@towpath/contracts';
import type { AccessTokenResponse, LinkCodeExchange } from '@towpath/contracts/gateway';
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { GrantLoginIdentity } from './grant-login-identity.use-case.js';
import { invalidGrant, TokenPairs } from './token-pairs.js';

interface CodeRow {
  readonly code_hash: string;
  readonly login_identity_id: string;
  readonly scopes: readonly Scope[];
  readonly redirect_uri: string;
  readonly code_challenge: string | null;
  readonly code_challenge_method: string | null;
  readonly used_at: Date | null;
  readonly expires_at: Date;
}

/** Exchanges the code of a hosted link, once, by the app and for the URI that it was made for. */
@Injectable()
export class ExchangeCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly grantLoginIdentity: GrantLoginIdentity,
  ) {}

  async execute(
    caller: { readonly customerAppId: CustomerAppId; readonly clientId: ClientId },
    asked: LinkCodeExchange,
  ): Promise<AccessTokenResponse> {
    const { customerAppId } = caller;
    if (asked.client_id !== caller.clientId) throw invalidGrant();
    const hashes = this.pairs.hashesOf(asked.code);
    const select = `SELECT * FROM link_codes WHERE customer_app_id = $1 AND code_hash = ANY ($2)`;
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<CodeRow>(select, [customerAppId, hashes]),
    );
    if (!row || !matches(row, asked)) throw invalidGrant();
    const grant = { customerAppId, loginIdentityId: row.login_identity_id, scopes: row.scopes };
    const pair = await this.pairs.make(grant);
    const taken = await this.transactions.asWorker(async (tx) => {
      const used = await tx.query(
        `UPDATE link_codes SET used_at = $3 WHERE customer_app_id = $1 AND code_hash = $2
           AND used_at IS NULL AND expires_at > $3 RETURNING 1 AS used`,
        [customerAppId, row.code_hash, tx.systemNow],
      );
      if (used.length === 0) return false;
      const batch = new WriteBatch();
      this.grantLoginIdentity.addTo(batch, grant, pair);
      await tx.write(batch);
      return true;
    });
    if (!taken) throw invalidGrant();
    return pair.body;
  }
}

/** A verifier that is sent must fit; its absence is never refused. */
function matches(row: CodeRow, asked: LinkCodeExchange): boolean {
  if (row.redirect_uri !== asked.redirect_uri) return false;
  const { code_verifier: verifier } = asked;
  if (verifier === undefined) return true;
  const plain = row.code_challenge_method === 'plain';
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  return row.code_challenge === (plain ? verifier : hashed);
}
