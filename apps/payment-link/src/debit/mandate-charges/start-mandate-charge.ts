import { Injectable } from '@nestjs/common';
import type { MandateRecord } from '@towpath/contracts/internal';
import {
  DomainError,
  type MandateId,
  nextFollowUp,
  type PaymentAccountId,
  type PaymentId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { priceOf } from '../../parties/payment-accounts/domain/pricing.js';
import type { SettlementAccount } from '../../parties/payment-accounts/domain/settlement-account.js';
import { FindRecipients } from '../../parties/payment-accounts/find-recipients.query.js';
import type { PaymentUser } from '../../parties/payment-users/domain/payment-user.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import { bankOf } from './mandate-bank.js';
import { MandateCharge, type MandateChargeTerms } from './mandate-charge.js';
import { MandateChargeRepository } from './persistence/mandate-charge.repository.js';

/** The payment that the customer app requests. */
export interface MandatePaymentOrder {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly externalTransactionReference: string | null;
  readonly transactionReferenceId: string | null;
  readonly recurringPaymentMode: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Without surcharge and fee, because the whole amount is for another purpose. */
  readonly isFreeOfCharge?: boolean;
}

/** Payer and recipient when the charge is written. */
export interface ChargeParties {
  readonly sender: PaymentUser | undefined;
  readonly account: SettlementAccount | undefined;
}

/** Writes a charge of a mandate before the call to mandate. */
@Injectable()
export class StartMandateCharge {
  constructor(
    private readonly charges: MandateChargeRepository,
    private readonly listSenders: ListSenders,
    private readonly findRecipients: FindRecipients,
  ) {}

  /** One round trip: reads what `execute` depends on. */
  async look(tx: AppTx, mandate: MandateRecord): Promise<ChargeParties> {
    const userId = mandate.user_id as PaymentUserId;
    const recipientAccountId = mandate.recipient_account_id as PaymentAccountId;
    const [senders, accounts] = await Promise.all([
      this.listSenders.execute(tx, [userId]),
      this.findRecipients.byId(tx, [recipientAccountId]),
    ]);
    return { sender: senders.get(userId), account: accounts.get(recipientAccountId) };
  }

  /** For a customer app: the payer has consented at this instant, or nothing is written. */
  execute(
    tx: AppTx,
    order: MandatePaymentOrder & { readonly paymentId: PaymentId },
    { mandate, parties }: { readonly mandate: MandateRecord; readonly parties: ChargeParties },
  ): MandateCharge {
    const terms = termsOf(tx, order, { mandate, parties });
    const batch = new WriteBatch();
    const charge = this.add(tx, batch, terms);
    tx.send(batch);
    return charge;
  }

  /** For a link: its payment exists, and its payer has just authorized or tapped the mandate. */
  add(tx: AppTx, batch: WriteBatch, terms: MandateChargeTerms): MandateCharge {
    const at = { now: tx.now, followUpAt: nextFollowUp(0, tx.now) };
    const charge = MandateCharge.start(terms, at);
    this.charges.add(batch, charge);
    return charge;
  }
}

function termsOf(
  tx: AppTx,
  order: MandatePaymentOrder & { readonly paymentId: PaymentId },
  { mandate, parties }: { readonly mandate: MandateRecord; readonly parties: ChargeParties },
): MandateChargeTerms {
  const { paymentId, amount, currency } = order;
  const customerAppId = tx.customerApp.id;
  const mandateId = mandate.mandate_id as MandateId;
  const { sender, account } = parties;
  if (!sender?.snapshot.autopayConsent) {
    throw new DomainError(
      'AUTOPAY_CONSENT_REQUIRED',
      'The payment user has not consented to charges without them.',
    );
  }
  const pricing = order.isFreeOfCharge ? {} : (account?.pricing ?? {});
  const price = priceOf(pricing, 'MANDATE', amount);
  return {
    paymentId,
    customerAppId,
    mandateId,
    amount: amount + price.surchargeAmount,
    currency,
    payment: {
      paymentId,
      customerAppId,
      type: 'MANDATE',
      amount,
      ...price,
      currency,
      live: mandate.live,
      userId: mandate.user_id as PaymentUserId,
      externalUserId: sender.snapshot.externalUserId,
      senderType: mandate.sender_type,
      recipientAccountId: mandate.recipient_account_id as PaymentAccountId,
      paymentLinkId: null,
      attemptId: null,
      paymentMethodId: mandate.payment_method_id as PaymentMethodId,
      mandateId,
      description: order.description ?? mandate.mandate_details.description ?? null,
      externalTransactionReference: order.externalTransactionReference,
      transactionReferenceId: order.transactionReferenceId,
      recurringPaymentMode: order.recurringPaymentMode,
      metadata: order.metadata,
    },
    bank: bankOf(mandate),
  };
}
