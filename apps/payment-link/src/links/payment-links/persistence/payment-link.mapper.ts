import type {
  CustomerAppId,
  PaymentAttemptId,
  PaymentLinkId,
  PaymentUserId,
} from '@towpath/kernel';
import { dateFromJson, type JsonRow, type Row } from '@towpath/persistence';
import { PaymentLink } from '../domain/payment-link.js';
import type { PaymentLinkTerms } from '../domain/payment-link-terms.js';
import type { PaymentLinkEntity } from './payment-link.entity.js';

export type PaymentLinkRow = JsonRow<PaymentLinkEntity>;

export function linkFromRow(row: PaymentLinkRow): PaymentLink {
  return PaymentLink.restore({
    paymentLinkId: row.payment_link_id as PaymentLinkId,
    customerAppId: row.customer_app_id as CustomerAppId,
    userId: row.user_id as PaymentUserId,
    externalUserId: row.external_user_id,
    live: row.live,
    terms: termsFromRow(row),
    status: row.status,
    sequence: row.sequence,
    openAttemptId: row.open_attempt_id as PaymentAttemptId | null,
    attemptInFlight: row.attempt_in_flight,
    attempts: row.attempts,
    cardAttempts: row.card_attempts,
    debitAttempts: row.debit_attempts,
    autopayAnswered: row.autopay_answered,
    version: row.version,
    expiresAt: dateFromJson(row.expires_at),
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  });
}

function termsFromRow(row: PaymentLinkRow): PaymentLinkTerms {
  const { description, external_transaction_reference: reference } = row;
  const hasDetails = description !== null && reference !== null;
  return {
    uniqueReferenceId: row.unique_reference_id,
    mode: row.mode,
    currency: row.currency,
    amount: row.amount,
    paymentDetails: hasDetails ? { description, externalTransactionReference: reference } : null,
    customizations: {
      language: row.language,
      uiMode: row.ui_mode,
      redirectUri: row.redirect_uri,
    },
    setupOptions: row.setup_options,
    metadata: row.metadata,
    paymentMetadata: row.payment_metadata,
    integrationMetadata: row.integration_metadata,
  };
}

export function linkKey({ snapshot }: PaymentLink): Row {
  return { customer_app_id: snapshot.customerAppId, payment_link_id: snapshot.paymentLinkId };
}

/** Columns that moves and attempts change. */
export function changingColumns({ snapshot }: PaymentLink): Row {
  return {
    status: snapshot.status,
    open_attempt_id: snapshot.openAttemptId,
    attempt_in_flight: snapshot.attemptInFlight,
    attempts: snapshot.attempts,
    card_attempts: snapshot.cardAttempts,
    debit_attempts: snapshot.debitAttempts,
    autopay_answered: snapshot.autopayAnswered,
    sequence: snapshot.sequence,
    version: snapshot.version + 1,
    updated_at: snapshot.updatedAt,
  };
}

export function fixedColumns({ snapshot, terms }: PaymentLink): Row {
  return {
    unique_reference_id: terms.uniqueReferenceId,
    mode: terms.mode,
    live: snapshot.live,
    currency: terms.currency,
    amount: terms.amount,
    user_id: snapshot.userId,
    external_user_id: snapshot.externalUserId,
    description: terms.paymentDetails?.description ?? null,
    external_transaction_reference: terms.paymentDetails?.externalTransactionReference ?? null,
    language: terms.customizations.language,
    ui_mode: terms.customizations.uiMode,
    redirect_uri: terms.customizations.redirectUri,
    setup_options: terms.setupOptions,
    metadata: terms.metadata,
    payment_metadata: terms.paymentMetadata,
    integration_metadata: terms.integrationMetadata,
    expires_at: snapshot.expiresAt,
    created_at: snapshot.createdAt,
  };
}
