import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { GatewayOrder } from '../card-gateways/gateway-dialogue.js';
import type { CardSource } from '../card-gateways/ports.js';
import type { StoredCard } from '../payment-methods/domain/stored-card.js';
import { FindSavedCards } from '../payment-methods/find-saved-cards.query.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import { AdvancePayment, type PaymentStep } from '../../money/payments/advance-payment.use-case.js';
import type { Payment } from '../../money/payments/domain/payment.js';
import type { Charge, ChargeRefusal } from './charge.js';
import { NO_CONSENT, NOT_CHARGEABLE } from './charge-refusals.js';
import { ChargeRepository } from './persistence/charge.repository.js';

/** Everything that one charge decides about, under its lock. */
export interface LockedCharge {
  readonly charge: Charge;
  readonly payment: Payment;
  readonly card: StoredCard | null;
  /** Present consent of the payer. */
  readonly autopayConsent: boolean;
}

@Injectable()
export class LockedCharges {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly advancePayment: AdvancePayment,
    private readonly findSavedCards: FindSavedCards,
    private readonly listSenders: ListSenders,
  ) {}

  async lock(tx: AppTx, paymentId: PaymentId): Promise<LockedCharge | null> {
    const charge = await this.charges.lock(tx, paymentId);
    const payment = charge && (await this.advancePayment.find(tx, paymentId));
    if (!payment) return null;
    const { userId, paymentMethodId } = payment.snapshot;
    const sender = (await this.listSenders.execute(tx, [userId])).get(userId);
    const card = paymentMethodId && (await this.findSavedCards.byId(tx, paymentMethodId));
    return { charge, payment, card, autopayConsent: sender?.snapshot.autopayConsent ?? false };
  }

  async save(
    tx: AppTx,
    { charge, payment }: LockedCharge,
    steps: readonly PaymentStep[] = [],
  ): Promise<void> {
    const batch = new WriteBatch();
    this.charges.save(batch, charge);
    if (steps.length > 0) this.advancePayment.execute(tx, batch, { payment, steps });
    await tx.write(batch);
  }
}

/** The reason why the money may not be taken (any more); null if there is none. */
export function objectionTo({
  charge,
  card,
  autopayConsent,
}: Pick<LockedCharge, 'charge' | 'card' | 'autopayConsent'>): ChargeRefusal | null {
  if (charge.refusal) return charge.refusal;
  if (card?.status !== 'SUCCEEDED') return NOT_CHARGEABLE;
  return autopayConsent ? null : NO_CONSENT;
}

export function sourceOf({ card }: LockedCharge): CardSource | null {
  const integrationMetadata = card?.snapshot.integrationMetadata ?? null;
  return integrationMetadata && { kind: 'STORED', integrationMetadata };
}

export function orderOf({ charge, payment }: LockedCharge, merchantName: string): GatewayOrder {
  const { snapshot } = payment;
  return {
    integrationId: charge.snapshot.integrationId,
    appType: snapshot.live ? 'LIVE' : 'TEST',
    request: {
      reference: snapshot.paymentId,
      recurringPaymentMode: snapshot.recurringPaymentMode,
      paymentId: snapshot.paymentId,
      customerAppId: snapshot.customerAppId,
      merchantAccount: snapshot.recipientAccountId,
      merchantName,
      amount: snapshot.amount + snapshot.surchargeAmount,
      currency: snapshot.currency,
      payerPresent: false,
      store: false,
      purpose: 'PAYMENT',
      returnUrl: null,
      language: 'en',
    },
  };
}
