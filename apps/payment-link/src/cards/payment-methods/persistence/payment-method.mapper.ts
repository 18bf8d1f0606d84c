import type {
  CustomerAppId,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentLinkId,
  PaymentMethodId,
  PaymentUserId,
} from '@towpath/kernel';
import {
  bytesOf,
  type Encryption,
  dateFromJson,
  type JsonRow,
  type Row,
} from '@towpath/persistence';
import { CARD_TOKEN_KEY } from '../../../persistence/key-purposes.js';
import { StoredCard } from '../domain/stored-card.js';
import type { PaymentMethodEntity } from './payment-method.entity.js';

export type PaymentMethodRow = JsonRow<PaymentMethodEntity>;

export function cardFromRow(row: PaymentMethodRow, encryption: Encryption): StoredCard {
  return StoredCard.restore({
    paymentMethodId: row.payment_method_id as PaymentMethodId,
    customerAppId: row.customer_app_id as CustomerAppId,
    userId: row.user_id as PaymentUserId,
    externalUserId: row.external_user_id,
    recipientAccountId: row.recipient_account_id as PaymentAccountId,
    paymentLinkId: row.payment_link_id as PaymentLinkId | null,
    attemptId: row.attempt_id as PaymentAttemptId | null,
    live: row.live,
    recurringPaymentMode: row.recurring_payment_mode,
    futurePayments: row.future_payments,
    cardDetails: row.card_details,
    integrationMetadata: row.integration_metadata,
    riskData: riskDataFromRow(row, encryption),
    status: row.status,
    sequence: row.sequence,
    failure: row.failure,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

function riskDataFromRow(row: PaymentMethodRow, encryption: Encryption): object | null {
  if (row.risk_data_sealed === null) return null;
  const sealed = bytesOf(row.risk_data_sealed);
  const text = encryption.decrypt(CARD_TOKEN_KEY, sealed, sealedIn(row.payment_method_id));
  return JSON.parse(text) as object;
}

export function cardKey({ snapshot }: StoredCard): Row {
  return {
    customer_app_id: snapshot.customerAppId,
    payment_method_id: snapshot.paymentMethodId,
  };
}

/** Columns that moves change. */
export function changingColumns({ snapshot }: StoredCard, encryption: Encryption): Row {
  const { riskData, paymentMethodId } = snapshot;
  return {
    status: snapshot.status,
    card_details: snapshot.cardDetails,
    integration_metadata: snapshot.integrationMetadata,
    failure: snapshot.failure,
    risk_data_sealed:
      riskData === null
        ? null
        : encryption.encrypt(CARD_TOKEN_KEY, JSON.stringify(riskData), sealedIn(paymentMethodId)),
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

export function fixedColumns({ snapshot }: StoredCard): Row {
  return {
    payment_method_type: 'CARD',
    live: snapshot.live,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    recipient_account_id: snapshot.recipientAccountId,
    payment_link_id: snapshot.paymentLinkId,
    attempt_id: snapshot.attemptId,
    recurring_payment_mode: snapshot.recurringPaymentMode,
    future_payments: snapshot.futurePayments,
    created_at: snapshot.createdAt,
  };
}

function sealedIn(paymentMethodId: string): string {
  return `payment_methods.risk_data_sealed ${paymentMethodId}`;
}
