import { embeddedError } from '@towpath/contracts';
import type {
  CardDetails,
  Fee,
  PaymentDetailsResponse,
  PaymentMethodSnapshot,
  PaymentProcessorDetails,
  PaymentResponse,
  WalletDetails,
} from '@towpath/contracts/payment-link';
import type { PaymentSnapshot } from './payment.table.js';

/**
 * Members of the public form that need no other noun.
 *
 * @param collector the legal entity that collects
 */
export function ownMembersOf(
  snapshot: PaymentSnapshot,
  collector: string | undefined,
): PaymentResponse {
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
    return_reversed_at: snapshot.returnReversedAt?.toISOString(),
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
