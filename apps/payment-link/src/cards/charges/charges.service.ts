import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  nextFollowUp,
  parseId,
  type PaymentId,
  type PaymentMethodId,
} from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { CardGatewayRegistry } from '../card-gateways/card-gateway-registry.js';
import { FindRecipients } from '../../parties/payment-accounts/find-recipients.query.js';
import { priceOf } from '../../parties/payment-accounts/domain/pricing.js';
import type { SettlementAccount } from '../../parties/payment-accounts/domain/settlement-account.js';
import type { StoredCard } from '../payment-methods/domain/stored-card.js';
import { FindSavedCards } from '../payment-methods/find-saved-cards.query.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import { StartStoredMethodPayment } from '../../money/payments/start-stored-method-payment.use-case.js';
import { NO_CONSENT, NOT_CHARGEABLE } from './charge-refusals.js';
import { Charge, type ChargeRefusal } from './charge.js';
import { ChargeRepository } from './persistence/charge.repository.js';

export interface ChargeOrder {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly externalTransactionReference: string | null;
  readonly transactionReferenceId: string | null;
  readonly recurringPaymentMode: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** Checks all objections, then writes a payment and its charge. */
@Injectable()
export class StartCharge {
  constructor(
    private readonly findSavedCards: FindSavedCards,
    private readonly listSenders: ListSenders,
    private readonly findRecipients: FindRecipients,
    private readonly gateways: CardGatewayRegistry,
    private readonly startStoredMethodPayment: StartStoredMethodPayment,
    private readonly charges: ChargeRepository,
  ) {}

  /** Null if the ID is no card of this app: another service may own it. */
  async card(tx: AppTx, rawId: string): Promise<StoredCard | null> {
    const id = parseId<PaymentMethodId>(rawId);
    return id ? this.findSavedCards.byId(tx, id) : null;
  }

  async execute(tx: AppTx, order: ChargeOrder, card: StoredCard): Promise<PaymentId> {
    assertChargeable(tx, card);
    const { userId, externalUserId, live, futurePayments, recipientAccountId } = card.snapshot;
    const account = (await this.findRecipients.byId(tx, [recipientAccountId])).get(
      recipientAccountId,
    );
    const integrationId = this.keeperOf(tx, card, account);
    if (!account?.currencies.includes(order.currency)) throw wrongCurrency();
    const sender = (await this.listSenders.execute(tx, [userId])).get(userId);
    const consented = sender?.snapshot.autopayConsent && futurePayments !== 'CLICK_TO_PAY';
    if (!consented) throw refused(NO_CONSENT);
    const paymentId = newId<PaymentId>(tx.systemNow);
    const batch = new WriteBatch();
    this.startStoredMethodPayment.execute(tx, batch, {
      paymentId,
      customerAppId: tx.customerApp.id,
      type: 'CARD',
      amount: order.amount,
      ...priceOf(account.pricing, 'CARD', order.amount),
      currency: order.currency,
      live,
      userId,
      externalUserId,
      senderType: sender.snapshot.userType ?? 'INDIVIDUAL',
      recipientAccountId,
      paymentLinkId: null,
      attemptId: null,
      paymentMethodId: card.id,
      mandateId: null,
      description: order.description,
      externalTransactionReference: order.externalTransactionReference,
      transactionReferenceId: order.transactionReferenceId,
      recurringPaymentMode: order.recurringPaymentMode ?? card.snapshot.recurringPaymentMode,
      metadata: order.metadata,
    });
    const at = { now: tx.now, followUpAt: nextFollowUp(0, tx.now) };
    const terms = { paymentId, customerAppId: tx.customerApp.id, integrationId };
    this.charges.add(batch, Charge.start(terms, at));
    await tx.write(batch);
    return paymentId;
  }

  /** A gateway charges its own cards only, and only while the account is connected to it. */
  private keeperOf(tx: AppTx, card: StoredCard, account: SettlementAccount | undefined): string {
    const { integration_id: keeper = null } = (card.snapshot.integrationMetadata ?? {}) as {
      readonly integration_id?: string;
    };
    const connector = this.gateways.find({ appType: tx.customerApp.type, integrationId: keeper });
    if (connector && account?.cardIntegrationId === keeper) return connector.integrationId;
    const explanation = 'The card gateway that keeps the card no longer serves its account.';
    throw refused({ ...NOT_CHARGEABLE, explanation });
  }
}

function assertChargeable(tx: AppTx, card: StoredCard): void {
  if (card.status !== 'SUCCEEDED') throw refused(NOT_CHARGEABLE);
  if (card.snapshot.live === (tx.customerApp.type === 'LIVE')) return;
  const explanation = 'The payment method was stored before the customer app changed its type.';
  throw refused({ ...NOT_CHARGEABLE, explanation });
}

function refused({ code, explanation }: ChargeRefusal): DomainError {
  return new DomainError(code, explanation);
}

function wrongCurrency(): DomainError {
  return new DomainError(
    'CURRENCY_MISMATCH',
    'currency must be one of the account of the payment method.',
  );
}
