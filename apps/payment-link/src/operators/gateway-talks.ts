import type { StoryEntry } from '@towpath/contracts/operator';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { movesOfEach, type StoryReads } from '@towpath/service';
import { charges, type ChargeSnapshot } from '../cards/charges/charge.table.js';
import { gatewayNotes } from '../cards/gateway-notes/gateway-note.table.js';
import {
  mandateCharges,
  type MandateChargeSnapshot,
} from '../debit/mandate-charges/mandate-charge.table.js';
import { incomingTransfers } from '../links/manual-transfers/incoming-transfer.table.js';
import {
  paymentAttempts,
  type AttemptRow,
} from '../links/payment-attempts/payment-attempt.table.js';
import { processorEntries } from '../money/processor-settlements/processor-settlement.table.js';
import { rowsOf, storyEntry, type Chosen } from './story-entries.js';

/** What gateways and banks were asked about attempts of payers, and how the attempts went on. */
export async function attemptTalks(reads: StoryReads, chosen: Chosen): Promise<StoryEntry[]> {
  // Each move updates its attempt; of a link, one attempt at most is updated between moves.
  const attempts = await rowsOf(reads, paymentAttempts, { ...chosen, by: ['updated_at'] });
  const { app: customerAppId, where, parameters } = chosen;
  const of = { service: 'payment-link', table: paymentAttempts, customerAppId } as const;
  const moves = await movesOfEach(reads, { ...of, where, parameters });
  return attempts.flatMap((attempt) => {
    const name = `attempt ${attempt.ordinal}`;
    const moved = moves.get(attempt.attemptId) ?? [];
    const entries = moved.map((move) => ({ ...move, title: `${name}: ${move.title}` }));
    return [...questionsOf(attempt), ...entries];
  });
}

function questionsOf(attempt: AttemptRow): StoryEntry[] {
  const { submittedAt, ordinal, integrationId, failure } = attempt;
  if (!submittedAt) return [];
  const asked = storyEntry({
    at: submittedAt,
    entry: 'QUESTION',
    title: `attempt ${ordinal}: ${attempt.paymentMethodType} at ${integrationId}`,
    details: {
      attempt_id: attempt.attemptId,
      connector: attempt.connector,
      gateway_reference: attempt.gatewayReference,
      gateway_account: attempt.gatewayAccount,
      mandate_id: attempt.mandateId,
      brand: attempt.card?.brand,
      last_four: attempt.card?.last4,
      follow_ups: attempt.followUpsAsked,
      next_follow_up: attempt.followUpAt,
    },
  });
  if (!failure) return [asked];
  const answered = storyEntry({
    at: attempt.updatedAt,
    entry: 'QUESTION',
    title: `attempt ${ordinal}: ${integrationId} answered ${failure.code}`,
    reason: failure.explanation,
  });
  return [asked, answered];
}

/** All that gateways, banks and mandate were asked and answered about a payment. */
export async function paymentTalks(
  reads: StoryReads,
  {
    app,
    paymentId,
    attemptId,
  }: { app: CustomerAppId; paymentId: PaymentId; attemptId: string | null },
): Promise<StoryEntry[]> {
  const ofPayment = { app, where: 't.payment_id = :paymentId', parameters: { paymentId } };
  const charged = await rowsOf(reads, charges, ofPayment);
  const debited = await rowsOf(reads, mandateCharges, ofPayment);
  return [
    ...(attemptId === null ? [] : await attemptTalks(reads, byAttempt(app, attemptId))),
    ...charged.map(chargeEntry),
    ...debited.map(mandateChargeEntry),
    ...(await notesAbout(reads, { app, references: [attemptId ?? '', paymentId] })),
    ...(await transfersFor(reads, ofPayment)),
  ];
}

const byAttempt = (app: CustomerAppId, attemptId: string): Chosen => ({
  app,
  where: 't.attempt_id = :attemptId',
  parameters: { attemptId },
});

function chargeEntry(charge: ChargeSnapshot): StoryEntry {
  return storyEntry({
    at: charge.createdAt,
    entry: 'QUESTION',
    title: `charge of the stored card at ${charge.integrationId}`,
    reason: charge.refusal?.explanation,
    details: {
      connector: charge.connector,
      gateway_reference: charge.gatewayReference,
      gateway_account: charge.gatewayAccount,
      refusal: charge.refusal?.code,
      follow_ups: charge.followUpsAsked,
      next_follow_up: charge.followUpAt,
    },
  });
}

export function mandateChargeEntry(charge: MandateChargeSnapshot): StoryEntry {
  const { customerAppId: customer_app_id, paymentId: id } = charge;
  return storyEntry({
    at: charge.createdAt,
    entry: 'QUESTION',
    title: `charge of the mandate: ${charge.status}`,
    reason: charge.refusal?.explanation,
    details: {
      payment_id: id,
      mandate_id: charge.mandateId,
      amount: charge.amount,
      currency: charge.currency,
      refusal: charge.refusal?.code,
      follow_ups: charge.followUpsAsked,
      next_follow_up: charge.followUpAt,
    },
    // A refused one has no payment.
    ...(charge.status === 'ACCEPTED' && { about: { kind: 'payment', customer_app_id, id } }),
  });
}

/** What gateways reported of their own. */
export async function notesAbout(
  reads: StoryReads,
  {
    app,
    references,
    refundId,
  }: { app: CustomerAppId; references: readonly string[]; refundId?: string },
): Promise<StoryEntry[]> {
  const notes = await rowsOf(reads, gatewayNotes, {
    app,
    where: `t.reference = ANY (:references)${refundId ? ' AND t.refund_reference = :refundId' : ''}`,
    parameters: { references, ...(refundId && { refundId }) },
    by: ['received_at'],
  });
  return notes.map((note) =>
    storyEntry({
      at: note.receivedAt,
      entry: 'CALL_BACK',
      title: `${note.integrationId} reported a ${note.about.toLowerCase()}`,
      details: {
        event_id: note.eventId,
        connector: note.connector,
        refund_reference: note.refundReference,
        occurred_at: note.occurredAt,
      },
    }),
  );
}

/** Bank transfers, without the texts of those who sent them. */
async function transfersFor(reads: StoryReads, ofPayment: Chosen): Promise<StoryEntry[]> {
  const transfers = await rowsOf(reads, incomingTransfers, {
    ...ofPayment,
    by: ['received_at', 'incoming_transfer_id'],
  });
  return transfers.map(({ receivedAt, outcome, cause, amount, currency, ...row }) =>
    storyEntry({
      at: receivedAt,
      entry: 'CALL_BACK',
      title: `bank transfer: ${outcome}`,
      reason: cause,
      details: { amount, currency, refund_id: row.refundId, assigned_at: row.decidedAt },
    }),
  );
}

/** What the card processor moved for a payment, and the payout that it is part of. */
export async function settlementsOf(
  reads: StoryReads,
  { app, paymentId }: { app: CustomerAppId; paymentId: PaymentId },
): Promise<{ readonly entries: StoryEntry[]; readonly processorReferences: string[] }> {
  const rows = await rowsOf(reads, processorEntries, {
    app,
    where: 't.payment_id = :paymentId',
    parameters: { paymentId },
    by: ['settled_at'],
  });
  const entries = rows.map((row) =>
    storyEntry({
      at: row.settledAt,
      entry: 'QUESTION',
      title: `${row.integrationId} settled ${row.kind}`,
      details: {
        entry_id: row.entryId,
        reference: row.reference,
        amount: row.amount,
        fee: row.fee,
        net: row.net,
        currency: row.currency,
        payout_reference: row.payoutReference,
        read_at: row.readAt,
      },
    }),
  );
  const processorReferences = rows.map((row) => `${row.integrationId} ${row.entryId}`);
  return { entries, processorReferences };
}
