import { Injectable } from '@nestjs/common';
import type { SelectPaymentMethodResponse } from '@towpath/contracts/payment-link';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import { CardRequestsReads, FROM_NOBODY } from '../card-attempts/card-requests.reads.js';
import { PreparedAttemptsService } from '../card-attempts/prepared-attempts.service.js';
import { PageContextReads } from '../link-pages/page-context.reads.js';
import type { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import type { PaymentLink } from '../payment-links/payment-link.js';
import { mandateOfLink } from './mandate-of-link.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';

/** What a payer needs for the method of a committed attempt; a repeat returns the same. */
@Injectable()
export class MethodAccessService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersReads,
    private readonly cards: CardRequestsReads,
    private readonly pageContext: PageContextReads,
    private readonly directory: MandateDirectoryService,
    private readonly prepared: PreparedAttemptsService,
  ) {}

  /** Throws `PeerUnavailable` while the service of mandates does not answer. */
  async of(
    link: PaymentLink,
    attempt: PaymentAttempt,
    merchantName: string,
  ): Promise<SelectPaymentMethodResponse> {
    if (attempt.takesNewCard)
      this.prepared.begin({ link, attempt, merchantName, from: FROM_NOBODY });
    return {
      attempt_id: attempt.id,
      surcharge_amount: attempt.snapshot.surchargeAmount || undefined,
      ...(await this.mandateOf(link, attempt)),
      card_fields_url: attempt.takesNewCard ? await this.cards.fieldsUrl(link, attempt) : undefined,
    };
  }

  private async mandateOf({ snapshot }: PaymentLink, { snapshot: attempt }: PaymentAttempt) {
    const { mandateId: mandate_id, createdAt, surchargeAmount } = attempt;
    const mandate_details = mandateOfLink(snapshot, createdAt, surchargeAmount);
    if (mandate_id === null || mandate_details === null) return {};
    const { customerAppId, userId, language } = snapshot;
    const { country } = await this.pageContext.of(snapshot);
    const senders = await this.db.forApp(customerAppId, (tx) => this.users.byId(tx, [userId]), {
      readOnly: true,
    });
    const draft = {
      customer_app_id: customerAppId,
      mandate_id,
      payment_method_id: attempt.paymentMethodId ?? undefined,
      payment_link_id: snapshot.paymentLinkId,
      user_id: userId,
      external_user_id: snapshot.externalUserId,
      user_type: senders.get(userId)?.snapshot.userType ?? 'INDIVIDUAL',
      recipient_account_id: attempt.recipientAccountId,
      live: snapshot.live,
      currency: snapshot.currency,
      mandate_details,
      metadata: { ...snapshot.metadata },
    };
    const access = await this.directory.draft(draft, { language, country: country ?? undefined });
    if (!access) {
      throw new DomainError(
        'INVALID_PAYMENT_LINK_STATUS',
        'The authorization of the mandate has ended; choose a payment method again.',
      );
    }
    const { access_token: mandate_token, expires_in: mandate_token_expires_in } = access;
    return { mandate_id, mandate_token, mandate_token_expires_in };
  }
}
