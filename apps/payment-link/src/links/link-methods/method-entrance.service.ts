import { Injectable } from '@nestjs/common';
import type { SelectPaymentMethodResponse } from '@towpath/contracts/payment-link';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { CardGatewayRegistry } from '../../cards/card-gateways/card-gateway-registry.js';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import { PageContextReads } from '../payment-links/page-context.reads.js';
import type { PaymentAttempt } from '../payment-links/payment-attempt.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { mandateOfLink } from './mandate-of-link.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';

/** What a payer needs for the method of a committed attempt; a repeat returns the same. */
@Injectable()
export class MethodEntranceService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersReads,
    private readonly gateways: CardGatewayRegistry,
    private readonly pageContext: PageContextReads,
    private readonly directory: MandateDirectoryService,
  ) {}

  /** Throws `PeerUnavailable` while the service of mandates does not answer. */
  async of(link: PaymentLink, attempt: PaymentAttempt): Promise<SelectPaymentMethodResponse> {
    return {
      attempt_id: attempt.id,
      surcharge_amount: attempt.snapshot.surchargeAmount || undefined,
      ...(await this.mandateOf(link, attempt)),
      card_fields_url: attempt.takesNewCard ? await this.cardFields(link, attempt) : undefined,
    };
  }

  private async cardFields(link: PaymentLink, attempt: PaymentAttempt): Promise<string> {
    const { integrationId } = attempt.snapshot;
    const appType = link.snapshot.live ? 'LIVE' : 'TEST';
    const { locale: language, embeddingOrigins } = await this.pageContext.of(link);
    return this.gateways
      .get({ appType, integrationId })
      .cardFieldsUrl({ session: attempt.id, language, embeddingOrigins });
  }

  private async mandateOf(link: PaymentLink, { snapshot: attempt }: PaymentAttempt) {
    const { snapshot } = link;
    const { mandateId } = attempt;
    const allowed = mandateOfLink(snapshot, attempt.createdAt, attempt.surchargeAmount);
    if (mandateId === null || allowed === null) return {};
    const { customerAppId, userId } = snapshot;
    const { country } = await this.pageContext.of(link);
    const senders = await this.db.forApp(customerAppId, (tx) => this.users.byId(tx, [userId]), {
      readOnly: true,
    });
    const access = await this.directory.draft({
      ...allowed,
      mandateId,
      customerAppId,
      paymentLinkId: snapshot.paymentLinkId,
      paymentMethodId: attempt.paymentMethodId,
      userId,
      externalUserId: snapshot.externalUserId,
      senderType: senders.get(userId)?.snapshot.userType ?? 'INDIVIDUAL',
      recipientAccountId: attempt.recipientAccountId,
      live: snapshot.live,
      currency: snapshot.currency,
      metadata: snapshot.metadata,
      language: snapshot.language,
      country,
    });
    if (!access) {
      throw new DomainError(
        'INVALID_PAYMENT_LINK_STATUS',
        'The authorization of the mandate has ended; choose a payment method again.',
      );
    }
    return {
      mandate_id: mandateId,
      mandate_token: access.accessToken,
      mandate_token_expires_in: access.expiresIn,
    };
  }
}
