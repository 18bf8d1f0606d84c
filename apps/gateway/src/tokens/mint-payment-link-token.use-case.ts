import { Injectable } from '@nestjs/common';
import { PAYMENT_LINK_SESSION_SCOPES } from '@towpath/contracts';
import { DomainError, type CustomerAppId, type PaymentLinkId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { CustomerAppRepository } from '../customer-apps/persistence/customer-app.repository.js';
import {
  claimsOf,
  TOKEN_LIFETIME_S,
  TokenSigner,
  type IssuedToken,
} from '../signing/token-signer.js';

interface PaymentLinkTokenInput {
  readonly customerAppId: CustomerAppId;
  readonly paymentLinkId: PaymentLinkId;
  readonly uniqueReferenceId: string;
  /** Start of the session that continues with this token. */
  readonly sessionBeganAt?: number | undefined;
}

/** Issues the token of a payment page's 30-minute session, for payment-link. */
@Injectable()
export class MintPaymentLinkToken {
  constructor(
    private readonly transactions: Transactions,
    private readonly apps: CustomerAppRepository,
    private readonly signer: TokenSigner,
  ) {}

  async execute(input: PaymentLinkTokenInput): Promise<IssuedToken> {
    const app = await this.transactions.asWorker((tx) => this.apps.find(tx, input.customerAppId));
    if (app?.status !== 'ENABLED') {
      throw new DomainError('UNAUTHORIZED', 'The customer app of this link is not enabled.');
    }
    return this.signer.sign(
      {
        ...claimsOf(app),
        sub: app.id,
        token_use: 'payment_link',
        scopes: PAYMENT_LINK_SESSION_SCOPES,
        payment_link_id: input.paymentLinkId,
        unique_reference_id: input.uniqueReferenceId,
        product_flow: 'PAYMENT_LINK',
        ...(input.sessionBeganAt && { session_began_at: input.sessionBeganAt }),
      },
      TOKEN_LIFETIME_S.payment_link,
    );
  }
}
