import { Injectable } from '@nestjs/common';
import { field, omit } from '@towpath/contracts';
import { MandateRecord } from '@towpath/contracts/internal';
import {
  errorAt,
  seenBy,
  under,
  type RelatedResource,
  type SearchTerm,
  type StoryEntry,
} from '@towpath/contracts/operator';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns, type StoryReads } from '@towpath/service';
import { directDebits } from '../charging/charges/direct-debit.table.js';
import {
  mandates,
  submissions,
  type MandateSnapshot,
  type SubmissionSnapshot,
} from '../mandates/mandates/mandate.table.js';
import { mandateRecord } from '../mandates/mandates/mandates.reads.js';
import {
  checklistEntries,
  consentEntries,
  debitEntries,
  submissionEntries,
} from './mandate-story.js';

/** Newest debits that are shown beside a mandate. */
const MAX_DEBITS = 20;

/** A mandate without its people and accounts, which payment-link shows, and its side at the bank. */
class OperatedMandate extends omit(MandateRecord, ['integration_metadata']) {
  @field.text("The customer app's ID of the payer.") external_user_id: string;
  @field.text('The bank, once it was asked.', { optional: true }) integration_id?: string;
  @field.text('What the bank is reached by.', { optional: true }) connector?: string;
  @field.text("The bank's and our name of the mandate.", { optional: true }) bank_name?: string;
  @field.instant('When the bank was asked.', { optional: true }) sent_at?: string;
  @field.integer('How often the bank was asked for its state.', { optional: true, min: 0 })
  questions_asked?: number;
  @field.instant('When the bank is asked next.', { optional: true }) next_question_at?: string;
  @field.text("The bank's code of its refusal or end.", { optional: true })
  bank_reason_code?: string;
  @field.text("The bank's words of its refusal or end.", { optional: true })
  bank_reason_text?: string;
  @field.openObject('Data of the bank about it.', { optional: true }) integration_metadata?: object;
}

/** Mandates for operators, with what payers gave, what the bank said and what was collected. */
@Injectable()
export class MandateResource extends OperatedResource<MandateSnapshot> {
  readonly kind = 'mandate';
  readonly table = mandates;
  readonly view = seenBy(OperatedMandate, {
    viewer: [
      'mandate_id',
      'payment_method_id',
      'status',
      'live',
      'created_at',
      'updated_at',
      'user_id',
      'sender_type',
      'recipient_account_id',
      'sender_account_id',
      'institution_id',
      'payment_link_id',
      'mandate_details.currency',
      'mandate_details.dda_reference',
      'mandate_details.start_date',
      'mandate_details.end_date',
      'mandate_details.mandate_bank_reference',
      'mandate_details.payment_schedule.amount',
      'mandate_details.payment_schedule.frequency',
      ...under('mandate_details.transaction_limits', [
        'max_transaction_amount',
        'max_transaction_amount_set_by_payer_initial',
        'max_period_amount',
        'max_period_count',
        'period',
      ]),
      ...errorAt('error'),
      'integration_id',
      'connector',
      'bank_name',
      'sent_at',
      'questions_asked',
      'next_question_at',
      'bank_reason_code',
    ],
    operator: ['external_user_id', 'mandate_details.description'],
  });
  override readonly idsBelow = [
    'SELECT mandate_id FROM mandates WHERE payment_method_id = :id',
    'SELECT mandate_id FROM mandate_sessions WHERE session_id = :id',
    'SELECT mandate_id FROM mandate_consents WHERE consent_id = :id',
    'SELECT mandate_id FROM direct_debits WHERE payment_id = :id',
  ];
  readonly columns = { createdAt: 'created_at', status: 't.status', currency: 't.currency' };
  /** Of the one who cancelled the payment link. */
  override readonly typedReasons = ['abandon'];

  /** References of the bank, and the customer app's of the payer. */
  searchedBy(term: SearchTerm) {
    return oneOfColumns(term, {
      reference: ['dda_reference', 'mandate_bank_reference', 'external_user_id'],
    });
  }

  listed({ status, currency, institutionId, createdAt, updatedAt }: MandateSnapshot) {
    const summary = institutionId ?? 'no institution yet';
    const at = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
    return { status, currency, summary, ...at };
  }

  async body(row: MandateSnapshot, reads: OperatorQuery): Promise<OperatedMandate> {
    const submission = await submissionOf(row, reads);
    return {
      ...mandateRecord(row, submission),
      external_user_id: row.externalUserId,
      integration_id: submission?.integrationId ?? undefined,
      connector: submission?.connector ?? undefined,
      bank_name: submission?.reference,
      sent_at: submission?.sentAt?.toISOString(),
      questions_asked: submission?.followUpsAsked,
      next_question_at: submission?.followUpAt?.toISOString(),
      bank_reason_code: submission?.bankReason?.code,
      bank_reason_text: submission?.bankReason?.text,
    };
  }

  async related(row: MandateSnapshot, reads: OperatorQuery): Promise<RelatedResource[]> {
    const { customerAppId, mandateId } = row;
    const debits = await reads.rows(directDebits, (select) =>
      select
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.mandate_id = :mandateId', { mandateId })
        .orderBy('t.created_at', 'DESC')
        .limit(MAX_DEBITS),
    );
    const known = [
      ['payment_user', row.userId, 'payer'],
      ['payment_method', row.paymentMethodId, 'method'],
      ['payment_account', row.recipientAccountId, 'settlement account'],
      ['payment_account', row.senderAccountId, 'account of the payer'],
      ['payment_link', row.paymentLinkId, 'link on which it was set up'],
      ...debits.map(({ paymentId, status }) => ['payment', paymentId, `debit: ${status}`] as const),
    ] as const;
    return known.flatMap(([kind, id, as]) =>
      id === null ? [] : [{ kind, customer_app_id: customerAppId, id, as }],
    );
  }

  override async story(row: MandateSnapshot, reads: StoryReads): Promise<StoryEntry[]> {
    const submission = await submissionOf(row, reads.query);
    return [
      ...(await checklistEntries(row, reads.query)),
      ...(await consentEntries(row, reads)),
      ...(submission ? submissionEntries(submission) : []),
      ...(await debitEntries(row, reads)),
    ];
  }
}

async function submissionOf(
  { customerAppId, mandateId }: MandateSnapshot,
  reads: OperatorQuery,
): Promise<SubmissionSnapshot | null> {
  const [submission] = await reads.rows(submissions, (select) =>
    select
      .where('t.customer_app_id = :app', { app: customerAppId })
      .andWhere('t.mandate_id = :mandateId', { mandateId }),
  );
  return submission ?? null;
}
