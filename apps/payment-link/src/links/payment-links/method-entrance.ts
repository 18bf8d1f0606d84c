import { Injectable } from '@nestjs/common';
import type { MandateId, PaymentAttemptId } from '@towpath/kernel';
import { DomainError } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { CardGatewayRegistry } from '../../cards/card-gateways/card-gateway-registry.js';
import { mandateOfLink } from './domain/mandate-of-link.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';
import { ReadPageContext } from './read-page-context.query.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import {
  MandateDirectoryService,
  type MandateAccess,
} from '../../debit/mandate-directory/mandate-directory.service.js';

export interface SelectedMethod {
  readonly attemptId: PaymentAttemptId;
  /** Minor units. */
  readonly surchargeAmount: number;
  /** Null unless a card is to be typed. */
  readonly cardFieldsUrl: string | null;
  /** Null unless a mandate is to be authorized. */
  readonly mandate: (MandateAccess & { readonly mandateId: MandateId }) | null;
}

/** What a payer needs for the method of a committed attempt; a repeat returns the same. */
@Injectable()
export class MethodEntrance {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: PaymentUsersReads,
    private readonly gateways: CardGatewayRegistry,
    private readonly readPageContext: ReadPageContext,
    private readonly directory: MandateDirectoryService,
  ) {}

  /** Throws `PeerUnavailable` while the service of mandates does not answer. */
  async of(link: PaymentLink, attempt: PaymentAttempt): Promise<SelectedMethod> {
    const mandate = await this.mandateOf(link, attempt);
    const cardFieldsUrl = attempt.takesNewCard ? await this.cardFields(link, attempt) : null;
    const { surchargeAmount } = attempt.snapshot;
    return { attemptId: attempt.id, surchargeAmount, cardFieldsUrl, mandate };
  }

  private async cardFields(link: PaymentLink, attempt: PaymentAttempt): Promise<string> {
    const { integrationId } = attempt.snapshot;
    const appType = link.snapshot.live ? 'LIVE' : 'TEST';
    const { locale: language, embeddingOrigins } = await this.readPageContext.execute(link);
    return this.gateways
      .get({ appType, integrationId })
      .cardFieldsUrl({ session: attempt.id, language, embeddingOrigins });
  }

  private async mandateOf(
    link: PaymentLink,
    attempt: PaymentAttempt,
  ): Promise<SelectedMethod['mandate']> {
    const { snapshot, terms } = link;
    const { mandateId, paymentMethodId, recipientAccountId, createdAt } = attempt.snapshot;
    const allowed = mandateOfLink(terms, createdAt, attempt.snapshot.surchargeAmount);
    if (mandateId === null || allowed === null) return null;
    const { customerAppId, paymentLinkId, userId, externalUserId, live } = snapshot;
    const { country } = await this.readPageContext.execute(link);
    const senders = await this.transactions.forApp(customerAppId, (tx) =>
      this.users.byId(tx, [userId]),
    );
    const access = await this.directory.draft({
      ...allowed,
      mandateId,
      customerAppId,
      paymentLinkId,
      paymentMethodId,
      userId,
      externalUserId,
      senderType: senders.get(userId)?.snapshot.userType ?? 'INDIVIDUAL',
      recipientAccountId,
      live,
      currency: terms.currency,
      metadata: terms.metadata,
      language: terms.customizations.language,
      country,
    });
    if (access) return { ...access, mandateId };
    throw new DomainError(
      'INVALID_PAYMENT_LINK_STATUS',
      'The authorization of the mandate has ended; choose a payment method again.',
    );
  }
}
