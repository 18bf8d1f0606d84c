import { Injectable } from '@nestjs/common';
import { embeddedError } from '@towpath/contracts';
import type {
  CardDetails,
  Fee,
  PaymentDetailsResponse,
  PaymentMethodSnapshot,
  PaymentProcessorDetails,
  PaymentResponse,
  SenderAccount,
  WalletDetails,
} from '@towpath/contracts/payment-link';
import type { DisputeId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PaymentSnapshot } from './payment.table.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import {
  PaymentAccountsReads,
  recipientAccountBody,
} from '../../parties/payment-accounts/payment-accounts.reads.js';
import { DisputeHoldsService } from '../payment-disputes/dispute-holds.service.js';
import { RefundsReads } from '../refunds/refunds.reads.js';

/** The public form of payments; it reads users and accounts of a whole page at once. */
@Injectable()
export class PaymentView {
  constructor(
    private readonly users: PaymentUsersReads,
    private readonly accounts: PaymentAccountsReads,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly refundsReads: RefundsReads,
    private readonly disputes: DisputeHoldsService,
  ) {}

  async bodies(tx: AppTx, snapshots: readonly PaymentSnapshot[]): Promise<PaymentResponse[]> {
    const userIds = snapshots.map(({ userId }) => userId);
    const recipientIds = snapshots.map(({ recipientAccountId }) => recipientAccountId);
    // One packet.
    const [people, accounts, paying, refunded, disputes] = await Promise.all([
      this.users.byId(tx, userIds),
      this.accounts.byId(tx, recipientIds),
      this.payingAccountsOf(tx, snapshots),
      this.refundedOf(tx, snapshots),
      this.disputesOf(tx, snapshots),
    ]);
    return snapshots.map((snapshot) => {
      const sender = people.get(snapshot.userId);
      const account = accounts.get(snapshot.recipientAccountId);
      return {
        ...ownMembers(snapshot, account?.legalEntityName ?? undefined),
        recipient: { name: account?.legalEntityName ?? tx.customerApp.name },
        recipient_account: recipientAccountBody(snapshot.recipientAccountId, account),
        sender: sender && this.users.sender(sender),
        sender_account: paying.get(snapshot.senderAccountId),
        amount_refunded: refunded.get(snapshot.paymentId),
        dispute_id: disputes.get(snapshot.paymentId),
      };
    });
  }

  /**
   * Amounts returned so far, by payment; payments without one are absent. A returned transfer was
   * never part of its payment.
   */
  private async refundedOf(
    tx: AppTx,
    snapshots: readonly PaymentSnapshot[],
  ): Promise<ReadonlyMap<PaymentId, number>> {
    const ids = snapshots
      .filter(({ type, status }) => type !== 'MANDATE' || status === 'EXECUTED')
      .map(({ paymentId }) => paymentId);
    const refunds = ids.length === 0 ? [] : await this.refundsReads.ofPayments(tx, ids);
    const refunded = new Map<PaymentId, number>();
    for (const { paymentId, amount, kind, status } of refunds) {
      if (status !== 'EXECUTED' || kind === 'UNEXPECTED_TRANSFER') continue;
      refunded.set(paymentId, (refunded.get(paymentId) ?? 0) + amount);
    }
    return refunded;
  }

  private async disputesOf(
    tx: AppTx,
    snapshots: readonly PaymentSnapshot[],
  ): Promise<ReadonlyMap<PaymentId, DisputeId>> {
    const ids = idsOfExecuted(snapshots);
    return ids.length === 0 ? new Map() : this.disputes.latestOf(tx, ids);
  }

  /** Only direct debits have them; one of another user is as unknown as one that is gone. */
  private async payingAccountsOf(
    tx: AppTx,
    snapshots: readonly PaymentSnapshot[],
  ): Promise<ReadonlyMap<PaymentAccountId | null, SenderAccount>> {
    const debits = snapshots.filter(({ senderAccountId }) => senderAccountId !== null);
    if (debits.length === 0) return new Map();
    const ids = debits.flatMap(({ senderAccountId }) => senderAccountId ?? []);
    const userIds = debits.map(({ userId }) => userId);
    const found = await this.externalAccounts.byIdOf(tx, ids, userIds);
    return new Map(
      debits.flatMap(({ senderAccountId, userId }) => {
        const account = senderAccountId && found.get(senderAccountId);
        if (!account || account.userId !== userId) return [];
        return [[account.accountId, this.externalAccounts.senderBody(account)] as const];
      }),
    );
  }
}

function idsOfExecuted(snapshots: readonly PaymentSnapshot[]): PaymentId[] {
  return snapshots.filter(({ status }) => status === 'EXECUTED').map(({ paymentId }) => paymentId);
}

function ownMembers(snapshot: PaymentSnapshot, collector: string | undefined): PaymentResponse {
  const { amount, surchargeAmount, failure } = snapshot;
  return {
    payment_id: snapshot.paymentId,
    amount,
    surcharge_amount: surchargeAmount,
    amount_total_with_surcharge: amount + surchargeAmount,
    currency: snapshot.currency,
    type: snapshot.type,
    status: snapshot.status,
    live: snapshot.live,
    payment_method_id: snapshot.paymentMethodId ?? undefined,
    payment_details: detailsOf(snapshot, collector),
    payment_method: methodOf(snapshot),
    fees: feesOf(snapshot),
    metadata: snapshot.metadata ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    created_at: snapshot.createdAt.toISOString(),
    updated_at: snapshot.updatedAt.toISOString(),
    amount_returned: snapshot.amountReturned ?? undefined,
    returned_at: snapshot.returnedAt?.toISOString(),
    return_reason: snapshot.returnReason ?? undefined,
  };
}

/** The bank of the account received the transfer and reports no more. */
const BY_TRANSFER: PaymentMethodSnapshot = {
  bank_transfer: { bank_transfer_details: { transfer_type: 'CREDIT_TRANSFER' } },
};

/** The surcharge is the payer's, the fee the recipient's. */
function feesOf(snapshot: PaymentSnapshot): Fee[] | undefined {
  const { surchargeAmount, feeAmount, currency, recipientAccountId, senderAccountId } = snapshot;
  const surcharge: Fee = {
    amount: surchargeAmount,
    currency,
    paid_by: 'SENDER',
    paid_by_account_id: senderAccountId ?? undefined,
  };
  const fee: Fee = {
    amount: feeAmount,
    currency,
    paid_by: 'RECIPIENT',
    paid_by_account_id: recipientAccountId,
  };
  const fees = [surcharge, fee].filter(({ amount }) => amount > 0);
  return fees.length === 0 ? undefined : fees;
}

function methodOf({
  type,
  status,
  cardDetails,
  walletDetails,
}: PaymentSnapshot): PaymentMethodSnapshot | undefined {
  if (type === 'MANUAL' && status === 'EXECUTED') return BY_TRANSFER;
  if (walletDetails) return { wallet: { wallet_details: walletDetails as WalletDetails } };
  return cardDetails ? { card: { card_details: cardDetails as CardDetails } } : undefined;
}

/** @param collector the legal entity that collects: the merchant itself, there is no processor */
function detailsOf(
  snapshot: PaymentSnapshot,
  collector: string | undefined,
): PaymentDetailsResponse {
  return {
    description: snapshot.description ?? undefined,
    mandate_id: snapshot.mandateId ?? undefined,
    transaction_reference_id: snapshot.transactionReferenceId ?? undefined,
    external_transaction_reference: snapshot.externalTransactionReference ?? undefined,
    collection_entity_name: collector,
    recurring_payment_mode: snapshot.recurringPaymentMode ?? undefined,
    references: {
      service_transaction_reference: snapshot.paymentId,
      dda_reference: snapshot.ddaReference ?? undefined,
      bank_transaction_reference: snapshot.bankTransactionReference ?? undefined,
    },
    processor_details: (snapshot.processorDetails as PaymentProcessorDetails | null) ?? undefined,
  };
}
