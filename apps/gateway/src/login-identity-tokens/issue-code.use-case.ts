import { Injectable } from '@nestjs/common';
import { Clock } from '@towpath/kernel';
import { byValues, Transactions, uniqueViolation, WriteBatch } from '@towpath/persistence';
import { linkCodes } from './login-identity-token.table.js';
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
    const batch = new WriteBatch();
    linkCodes.insert(batch, {
      customerAppId: order.customerAppId,
      codeHash: this.pairs.hashOf(code),
      loginIdentityId: order.loginIdentityId,
      scopes: order.scopes,
      redirectUri: order.redirectUri,
      codeChallenge: order.codeChallenge,
      codeChallengeMethod: order.codeChallengeMethod,
      sessionId: order.sessionId,
      codeSealed: this.pairs.seal(code, contextOf(order)),
      usedAt: null,
      expiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
      createdAt: now,
    });
    try {
      await this.transactions.asWorker(async (tx) => tx.write(batch));
      return code;
    } catch (error) {
      if (uniqueViolation(error) !== 'link_codes_session') throw error;
      return this.known(order, now);
    }
  }

  private async known(order: CodeOrder, now: Date): Promise<string | null> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<{ readonly codeSealed: Buffer }>(
        byValues(`SELECT ${linkCodes.select('codeSealed')} FROM link_codes
         WHERE customer_app_id = $1 AND session_id = $2 AND used_at IS NULL AND expires_at > $3`),
        [order.customerAppId, order.sessionId, now],
      ),
    );
    return row ? this.pairs.open<string>(row.codeSealed, contextOf(order)) : null;
  }
}

function contextOf({ customerAppId, sessionId }: CodeOrder): string {
  return `link_codes ${customerAppId} ${sessionId}`;
}
