import { Injectable } from '@nestjs/common';
import { MANDATE_SESSION_SCOPES } from '@towpath/contracts';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { CustomerAppRepository } from '../customer-apps/persistence/customer-app.repository.js';
import {
  claimsOf,
  TOKEN_LIFETIME_S,
  TokenSigner,
  type IssuedToken,
} from '../signing/token-signer.js';

interface MandateTokenInput {
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  /** The session, as the service that owns mandates keeps it. */
  readonly customizationId: string;
  /** Start of the session that continues with this token. */
  readonly sessionBeganAt?: number | undefined;
}

/** The 30-minute session in which one mandate is authorized. */
@Injectable()
export class MintMandateToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly signer: TokenSigner,
  ) {}

  async execute(input: MandateTokenInput): Promise<IssuedToken> {
    const app = await this.transactions.asWorker((tx) => this.apps.find(tx, input.customerAppId));
    if (app?.status !== 'ENABLED') {
      throw new DomainError('UNAUTHORIZED', 'The customer app of this mandate is not enabled.');
    }
    return this.signer.sign(
      {
        ...claimsOf(app),
        sub: app.id,
        token_use: 'mandate_link',
        scopes: MANDATE_SESSION_SCOPES,
        mandate_id: input.mandateId,
        customization_id: input.customizationId,
        ...(input.sessionBeganAt && { session_began_at: input.sessionBeganAt }),
      },
      TOKEN_LIFETIME_S.mandate_link,
    );
  }
}
