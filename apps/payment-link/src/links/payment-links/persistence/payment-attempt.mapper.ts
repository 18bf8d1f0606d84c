import type {
  CustomerAppId,
  MandateId,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentId,
  PaymentLinkId,
  PaymentMethodId,
} from '@towpath/kernel';
import {
  bytesOf,
  type Encryption,
  dateFromJson,
  dateFromJsonOrNull,
  type JsonRow,
  type Row,
} from '@towpath/persistence';
import { CARD_TOKEN_KEY } from '../../../persistence/key-purposes.js';
import { PaymentAttempt, type SubmittedCard } from '../domain/payment-attempt.js';
import type { PaymentAttemptEntity } from './payment-attempt.entity.js';

export type PaymentAttemptRow = JsonRow<PaymentAttemptEntity>;

export function attemptFromRow(row: PaymentAttemptRow, encryption: Encryption): PaymentAttempt {
  return PaymentAttempt.restore({
    attemptId: row.attempt_id as PaymentAttemptId,
    customerAppId: row.customer_app_id as CustomerAppId,
    paymentLinkId: row.payment_link_id as PaymentLinkId,
    ordinal: row.ordinal,
    paymentMethodType: row.payment_method_type,
    recipientAccountId: row.recipient_account_id as PaymentAccountId,
    integrationId: row.integration_id,
    paymentId: row.payment_id as PaymentId | null,
    paymentMethodId: row.payment_method_id as PaymentMethodId | null,
    surchargeAmount: row.surcharge_amount,
    savedMethodId: row.saved_payment_method_id as PaymentMethodId | null,
    mandateId: row.mandate_id as MandateId | null,
    status: row.status,
    sequence: row.sequence,
    card: cardFromRow(row, encryption),
    redirectUrl: row.redirect_url,
    failure: row.failure,
    submittedAt: dateFromJsonOrNull(row.submitted_at),
    followUpAt: dateFromJsonOrNull(row.follow_up_at),
    followUpsAsked: row.follow_ups_asked,
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

function cardFromRow(row: PaymentAttemptRow, encryption: Encryption): SubmittedCard | null {
  if (row.card === null) return null;
  const sealed = row.card_token_sealed;
  const token = sealed
    ? encryption.decrypt(CARD_TOKEN_KEY, bytesOf(sealed), tokenContext(row.attempt_id))
    : '';
  return { ...row.card, token };
}

export function attemptKey({ snapshot }: PaymentAttempt): Row {
  return { customer_app_id: snapshot.customerAppId, attempt_id: snapshot.attemptId };
}

export function changingColumns({ snapshot }: PaymentAttempt, encryption: Encryption): Row {
  const { card } = snapshot;
  const { token = '', ...shown } = card ?? {};
  return {
    status: snapshot.status,
    card: card === null ? null : shown,
    card_token_sealed:
      token === ''
        ? null
        : encryption.encrypt(CARD_TOKEN_KEY, token, tokenContext(snapshot.attemptId)),
    redirect_url: snapshot.redirectUrl,
    failure: snapshot.failure,
    submitted_at: snapshot.submittedAt,
    follow_up_at: snapshot.followUpAt,
    follow_ups_asked: snapshot.followUpsAsked,
    sequence: snapshot.sequence,
    updated_at: snapshot.updatedAt,
  };
}

export function fixedColumns({ snapshot }: PaymentAttempt): Row {
  return {
    payment_link_id: snapshot.paymentLinkId,
    ordinal: snapshot.ordinal,
    payment_method_type: snapshot.paymentMethodType,
    recipient_account_id: snapshot.recipientAccountId,
    integration_id: snapshot.integrationId,
    payment_id: snapshot.paymentId,
    payment_method_id: snapshot.paymentMethodId,
    surcharge_amount: snapshot.surchargeAmount,
    saved_payment_method_id: snapshot.savedMethodId,
    mandate_id: snapshot.mandateId,
    created_at: snapshot.createdAt,
  };
}

function tokenContext(attemptId: string): string {
  return `payment_attempts.card_token_sealed ${attemptId}`;
}
