import { DIFFERENCE_STATUSES, field, type DifferenceStatus } from '@towpath/contracts';
import {
  RESOURCE_OWNERS,
  seenBy,
  under,
  type RelatedResource,
  type ResourceKind,
  type SearchTerm,
  type StoryEntry,
} from '@towpath/contracts/operator';
import { parseId, type Id } from '@towpath/kernel';
import type { OperatorQuery } from '@towpath/persistence';
import { OperatedResource, oneOfColumns } from '@towpath/service';
import type { Difference } from './kept-differences.js';
import { DIFFERENCE_KINDS, differences, type DifferenceKind } from './reconciliation.table.js';

const STATUS = `CASE WHEN t.resolved_by IS NOT NULL THEN 'RESOLVED'
  WHEN t.closed_at IS NULL THEN 'OPEN' ELSE 'CLOSED' END`;
const arrayOf = (texts: readonly string[]) => `'{${texts.join(',')}}'::text[]`;
const STATUSES = arrayOf(DIFFERENCE_STATUSES);
const KINDS = arrayOf(DIFFERENCE_KINDS);

/** What every role sees of a sum. */
const SUM = ['amount', 'currency', 'status'];

class DifferentSum {
  @field.amount('Minor units.') amount: number;
  @field.currency() currency: string;
  @field.text('Of a dispute: its status.', { optional: true }) status?: string;
}

class DifferentLine extends DifferentSum {
  @field.text('What the other side calls the line.') entry_id: string;
  @field.text('What the other side was told to call the payment.') reference: string;
  @field.text('Its own ID of the payment.', { optional: true }) gateway_reference?: string;
}

/** A difference between our books and those of a gateway, bank or processor. */
class OperatedDifference {
  @field.id('ID of the difference.') difference_id: string;
  @field.enum('Where it stands.', DIFFERENCE_STATUSES) status: DifferenceStatus;
  @field.enum('What differs.', DIFFERENCE_KINDS) kind: DifferenceKind;
  @field.text('Money that came or went, as the lists call it; DISPUTE of disputes.') side: string;
  @field.text('The gateway, bank or processor.') integration_id: string;
  @field.text('The payment or payout; or the reference, where the list names none.')
  subject: string;
  @field.objectList('What we hold.', () => DifferentSum) ours: DifferentSum[];
  @field.objectList('What the other side has.', () => DifferentLine) theirs: DifferentLine[];
  @field.dateTime("When it was found, by the app's clock.") found_at: string;
  @field.dateTime('When it ended.', { optional: true }) closed_at?: string;
  @field.text('The operator who resolved it.', { optional: true }) resolved_by?: string;
}

/** Differences for operators. Their statuses, kinds and sides are all filters of the list. */
export class DifferenceResource extends OperatedResource<Difference> {
  readonly table = differences;
  readonly view = seenBy(OperatedDifference, {
    viewer: [
      'difference_id',
      'status',
      'kind',
      'side',
      'integration_id',
      'subject',
      ...under('ours', SUM),
      ...under('theirs', [...SUM, 'entry_id', 'reference', 'gateway_reference']),
      'found_at',
      'closed_at',
      'resolved_by',
    ],
  });
  readonly columns = {
    createdAt: 'found_at',
    statusIn: `(NOT (?)::text[] && ${STATUSES} OR ${STATUS} = ANY (?))
      AND (NOT (?)::text[] && ${KINDS} OR t.kind = ANY (?))
      AND ((?)::text[] <@ (${STATUSES} || ${KINDS}) OR t.side = ANY (?))`,
  };

  constructor(readonly kind: ResourceKind) {
    super();
  }

  searchedBy(term: SearchTerm) {
    return oneOfColumns(term, { reference: ['subject'] });
  }

  listed(row: Difference) {
    const { kind, side, integrationId, theirs, ours, foundAt, closedAt } = row;
    const { amount, currency } = theirs[0] ?? ours[0] ?? {};
    return {
      status: statusOf(row),
      summary: `${kind} ${side} ${integrationId}`,
      ...(amount === undefined ? {} : { amount, currency }),
      created_at: foundAt.toISOString(),
      updated_at: (closedAt ?? foundAt).toISOString(),
    };
  }

  body(row: Difference): OperatedDifference {
    return {
      difference_id: row.differenceId,
      status: statusOf(row),
      kind: row.kind,
      side: row.side,
      integration_id: row.integrationId,
      subject: row.subject,
      ours: row.ours.map(({ amount, currency, status }) => ({ amount, currency, status })),
      theirs: row.theirs.map(({ amount, currency, status, ...named }) => ({
        ...{ amount, currency, status, entry_id: named.entryId, reference: named.reference },
        gateway_reference: named.gatewayReference ?? undefined,
      })),
      found_at: row.foundAt.toISOString(),
      closed_at: row.closedAt?.toISOString(),
      resolved_by: row.resolvedBy ?? undefined,
    };
  }

  async related(row: Difference, query: OperatorQuery): Promise<RelatedResource[]> {
    const of = { customer_app_id: row.customerAppId };
    if (row.side !== 'DISPUTE' || this.kind !== 'dispute_difference') {
      const kind = kindOf(row);
      return kind ? [{ ...of, kind, id: row.subject, as: 'what it is about' }] : [];
    }
    const disputes = await query.select<{ id: string; payment: string }>('disputes', (select) =>
      select
        .select('t.dispute_id', 'id')
        .addSelect('t.payment_id', 'payment')
        .where('t.customer_app_id = :app', { app: row.customerAppId })
        .andWhere('t.processor_reference = :reference', { reference: row.subject }),
    );
    const payments = [...disputes.map(({ payment }) => payment), ...row.theirs.map(referenceOf)];
    const [payment] = payments.filter((id) => parseId(id));
    return [
      ...disputes.map(({ id }) => ({ ...of, kind: 'dispute' as const, id, as: 'dispute' })),
      ...(payment ? [{ ...of, kind: 'payment' as const, id: payment, as: 'payment' }] : []),
    ];
  }

  override story(row: Difference): Promise<StoryEntry[]> {
    const { foundAt, closedAt, resolvedBy } = row;
    const service = RESOURCE_OWNERS[this.kind];
    const found = { at: foundAt.toISOString(), entry: 'STATE', service, title: 'OPEN' } as const;
    if (!closedAt) return Promise.resolve([found]);
    const ended = {
      ...{ ...found, at: closedAt.toISOString(), title: `OPEN → ${statusOf(row)}` },
      reason: resolvedBy === null ? 'both sides agreed' : `cleared up by ${resolvedBy}`,
    };
    return Promise.resolve([found, ended]);
  }
}

const referenceOf = ({ reference }: Difference['theirs'][number]): string => reference;

export function statusOf({ closedAt, resolvedBy }: Difference): DifferenceStatus {
  if (resolvedBy !== null) return 'RESOLVED';
  return closedAt === null ? 'OPEN' : 'CLOSED';
}

/** Undefined for a reference that is no ID of ours, and for what a processor did on its own. */
function kindOf({ subject, side }: Difference): ResourceKind | undefined {
  if (!parseId<Id<'Subject'>>(subject) || side.startsWith('OTHER_')) return undefined;
  if (side === 'PROCESSOR_PAYOUT') return undefined;
  if (side === 'TRANSFER') return 'incoming_transfer';
  return side.startsWith('PAYOUT') ? 'payout' : 'payment';
}
