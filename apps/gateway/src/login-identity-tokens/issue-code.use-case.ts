import { Injectable } from '@nestjs/common';
import { Clock } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { TokenPairs, type LoginIdentityGrant } from './token-pairs.js';

const CODE_LIFETIME_MS = 10 * 60_000;

export interface CodeOrder extends LoginIdentityGrant {
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: string | null;
}

/** A code for a login identity, good once and for 10 minutes of real time. */
@Injectable()
export class IssueCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly pairs: TokenPairs,
    private readonly clock: Clock,
  ) {}

  async execute(order: CodeOrder): Promise<string> {
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
      used_at: null,
      expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
      created_at: now,
    });
    await this.transactions.asWorker((tx) => tx.write(batch));
    return code;
  }
}
