import { Injectable } from '@nestjs/common';
import { Clock } from '@towpath/kernel';
import { Transactions, uniqueViolation, WriteBatch } from '@towpath/persistence';
import { TokenPairs, type LoginIdentityGrant } from './token-pairs.js';

const CODE_LIFETIME_MS = 10 * 60_000;

export interface CodeOrder extends LoginIdentityGrant {
  /** The page session that ends with the code. */
  readonly sessionId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: string | null;
}

/** The code of a page session, good once and for 10 minutes of real time. */
@Injectable()
export class IssueCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly clock: Clock,
  ) {}

  /** The same code for the same session while it can be exchanged; then null. */
  async execute(order: CodeOrder): Promise<string | null> {
    const code = this.pairs.newSecret('code');
    const now = this.clock.system();
    const batch = new WriteBatch().insert('link_codes', {
      customer_app_id: order.customerAppId,
      code_hash: this.pairs.hashOf(code),
      login_identity_id: order.loginIdentityId,
      scopes: order.scopes,
      redirect_uri: order.redirectUri,
      code_challenge: order.codeChallenge,
      code_challenge_method: order.codeChallengeMethod,
      session_id: order.sessionId,
      code_sealed: this.pairs.seal(code, contextOf(order)),
      used_at: null,
      expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
      created_at: now,
    });
    try {
      await this.transactions.asWorker((tx) => tx.write(batch));
      return code;
    } catch (error) {
      if (uniqueViolation(error) !== 'link_codes_session') throw error;
      return this.known(order, now);
    }
  }

  private async known(order: CodeOrder, now: Date): Promise<string | null> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<{ readonly code_sealed: Buffer }>(
        `SELECT code_sealed FROM link_codes
         WHERE customer_app_id = $1 AND session_id = $2 AND used_at IS NULL AND expires_at > $3`,
        [order.customerAppId, order.sessionId, now],
      ),
    );
    return row ? this.pairs.open<string>(row.code_sealed, contextOf(order)) : null;
  }
}

function contextOf({ customerAppId, sessionId }: CodeOrder): string {
  return `link_codes ${customerAppId} ${sessionId}`;
}
