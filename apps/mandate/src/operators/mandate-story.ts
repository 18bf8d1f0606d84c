import type { StoryEntry } from '@towpath/contracts/operator';
import { Money } from '@towpath/kernel';
import type { OperatorQuery } from '@towpath/persistence';
import type { StoryReads } from '@towpath/service';
import { directDebits, type DirectDebitSnapshot } from '../charging/charges/direct-debit.table.js';
import type { Submission } from '../mandates/checklists/checklist.table.js';
import type { MandateSnapshot, SubmissionSnapshot } from '../mandates/mandates/mandate.table.js';

type Mandate = Pick<MandateSnapshot, 'customerAppId' | 'mandateId'>;

const SERVICE = 'mandate' as const;

interface Checklist {
  readonly institution: string | null;
  readonly submitted: Readonly<Record<string, Submission>>;
}

/** What the payer gave. */
export async function checklistEntries(
  { customerAppId, mandateId }: Mandate,
  reads: OperatorQuery,
): Promise<StoryEntry[]> {
  const [checklist] = await reads.select<Checklist>('mandate_checklists', (select) =>
    select
      .select(['t.submitted AS submitted', `t.institution ->> 'institutionId' AS institution`])
      .where('t.customer_app_id = :app', { app: customerAppId })
      .andWhere('t.mandate_id = :mandateId', { mandateId }),
  );
  const { submitted = {}, institution = null } = checklist ?? {};
  return Object.entries(submitted).map(([step, { at, by }]) => ({
    at,
    entry: 'STATE',
    service: SERVICE,
    title: `${step} submitted`,
    details: { by, ...(institution === null ? {} : { institution_id: institution }) },
  }));
}

interface Consent {
  readonly given_at: Date;
  readonly given_through: string;
  readonly text_version: string | null;
  readonly text_language: string | null;
}

export async function consentEntries(
  { customerAppId, mandateId }: Mandate,
  reads: StoryReads,
): Promise<StoryEntry[]> {
  const columns = ['given_at', 'given_through', 'text_version', 'text_language'];
  const consents = await reads.select<Consent>('mandate_consents', {
    by: ['given_at', 'consent_id'],
    build: (select) =>
      select
        .select(columns.map((column) => `t.${column} AS "${column}"`))
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere('t.mandate_id = :mandateId', { mandateId }),
  });
  return consents.map(({ given_at, given_through, text_version, text_language }) => ({
    at: given_at.toISOString(),
    entry: 'STATE',
    service: SERVICE,
    title: 'consent given',
    details: {
      through: given_through,
      ...(text_version === null ? {} : { text: `${text_version} ${text_language ?? ''}` }),
    },
  }));
}

/** The order to the bank; its decision is a move of the mandate. */
export function submissionEntries(submission: SubmissionSnapshot): StoryEntry[] {
  const { reference, integrationId, connector, sentAt, recall, bankReason } = submission;
  if (!sentAt || integrationId === null) return [];
  const next = submission.followUpAt?.toISOString();
  const reason = recall ? `recalled: ${recall.code}` : bankReason?.code;
  return [
    {
      at: sentAt.toISOString(),
      entry: 'QUESTION',
      service: SERVICE,
      title: `sent to ${integrationId}`,
      ...(reason ? { reason } : {}),
      details: {
        reference,
        connector: connector ?? '',
        questions_asked: String(submission.followUpsAsked),
        ...(next ? { next_question_at: next } : {}),
      },
    },
  ];
}

interface Move {
  readonly payment_id: string;
  readonly from_status: string | null;
  readonly to_status: string;
  readonly reason: string | null;
  readonly occurred_at: Date;
}

/** The newest moves of the debits, also of old debits. */
export async function debitEntries(
  { customerAppId, mandateId }: Mandate,
  reads: StoryReads,
): Promise<StoryEntry[]> {
  const columns = ['payment_id', 'from_status', 'to_status', 'reason', 'occurred_at'];
  const moves = await reads.select<Move>('direct_debit_state_changes', {
    by: ['occurred_at', 'sequence'],
    build: (select) =>
      select
        .select(columns.map((column) => `t.${column} AS "${column}"`))
        .where('t.customer_app_id = :app', { app: customerAppId })
        .andWhere(
          `t.payment_id IN (SELECT d.payment_id FROM direct_debits d
             WHERE d.customer_app_id = :app AND d.mandate_id = :mandateId)`,
          { mandateId },
        ),
  });
  const ids = moves.map((move) => move.payment_id);
  const debits = await reads.query.rows(directDebits, (select) =>
    select
      .where('t.customer_app_id = :app', { app: customerAppId })
      .andWhere('t.payment_id = ANY (:ids)', { ids }),
  );
  const byPayment = new Map<string, DirectDebitSnapshot>(
    debits.map((debit) => [debit.paymentId, debit]),
  );
  return moves.flatMap((move) => {
    const debit = byPayment.get(move.payment_id);
    return debit ? [moveEntry(move, debit)] : [];
  });
}

function moveEntry(move: Move, debit: DirectDebitSnapshot): StoryEntry {
  const { customerAppId, paymentId: id, amount, currency, integrationId, failure } = debit;
  const { from_status: from, to_status: to } = move;
  const isLast = to === debit.status;
  const reason = move.reason ?? (isLast ? failure?.code : undefined);
  return {
    at: move.occurred_at.toISOString(),
    entry: from === null ? 'QUESTION' : 'STATE',
    service: SERVICE,
    title: `debit ${from === null || from === to ? to : `${from} → ${to}`}`,
    ...(reason ? { reason } : {}),
    details: {
      amount: `${Money.of(amount, currency).toDecimal()} ${currency}`,
      integration_id: integrationId,
      ...(debit.bankTransactionReference && isLast
        ? { bank_transaction_reference: debit.bankTransactionReference }
        : {}),
    },
    about: { kind: 'payment', customer_app_id: customerAppId, id },
  };
}
