import { Injectable } from '@nestjs/common';
import type { ServiceName } from '@towpath/contracts';
import {
  OPERATOR_ACTIONS,
  type ActionPreview,
  type OperatorClaim,
  type PerformActionResponse,
  type PreviewActionRequest,
} from '@towpath/contracts/operator';
import { DomainError, plusMs } from '@towpath/kernel';
import { recordAudit, Transactions, WriteBatch, type WorkerTx } from '@towpath/persistence';
import { actionProposals, type ProposalRow } from './action-proposal.table.js';
import { proposalMachine, type ProposalCommand } from './action-proposal.transitions.js';
import { ActionProposalsReads } from './action-proposals.reads.js';

const LASTS_MS = 24 * 3_600_000;
/** Longer than a service may take. */
const HELD_MS = 15_000;

/** An action that its service does not do for one person alone. */
export interface Proposed {
  readonly actionId: string;
  readonly service: ServiceName;
  readonly asked: PreviewActionRequest;
  /** As the preview showed it. */
  readonly shown: Pick<ActionPreview, 'effects' | 'amount' | 'currency'>;
  readonly reason: string;
}

interface Decided {
  readonly actionId: string;
  readonly reason: string;
}

/** What came of an approval. */
export type Outcome =
  | { readonly done: PerformActionResponse }
  | { readonly refusal: string }
  /** The service has not begun: as before the approval. */
  | 'not begun'
  /** The service may have acted: a further approval learns it. */
  | 'unknown';

/** Commands on proposals. What is approved is done by its service, outside of any transaction. */
@Injectable()
export class ActionProposalsService {
  constructor(
    private readonly db: Transactions,
    private readonly reads: ActionProposalsReads,
  ) {}

  /** A repeat changes nothing. Throws `IDEMPOTENCY_KEY_REUSED` if another action has the ID. */
  propose(operator: OperatorClaim, proposed: Proposed): Promise<ProposalRow> {
    const { actionId, service, asked, shown, reason } = proposed;
    const { effects, amount = null, currency = null } = shown;
    return this.db.asWorker(
      async (tx) => {
        const known = await actionProposals.find(tx, { actionId });
        if (known) return sameAs(known, operator, asked);
        const row: ProposalRow = {
          ...{ actionId, service, asked, reason, effects, amount, currency, action: asked.action },
          customerAppId: asked.customer_app_id ?? null,
          state: proposalMachine.move(null, 'propose').to,
          proposedBy: operator.subject,
          createdAt: tx.systemNow,
          expiresAt: plusMs(tx.systemNow, LASTS_MS),
          ...{ decidedBy: null, decidedAt: null, heldUntil: null, outcome: null, done: null },
        };
        const batch = new WriteBatch();
        actionProposals.insert(batch, row);
        tx.write(batch);
        await audit(tx, operator, { row, verb: 'propose', reason });
        return row;
      },
      { retryOn: ['action_proposals_pkey'] },
    );
  }

  /**
   * From here on nobody else decides, until `end`. The row as it was before: one that is done
   * stays so, and one with a `decidedBy` has an approval whose outcome nobody knows here.
   */
  approve(operator: OperatorClaim, { actionId, reason }: Decided): Promise<ProposalRow> {
    return this.db.asWorker(async (tx) => {
      const row = await this.reads.lock(tx, operator, actionId);
      if (row.state === 'DONE') return row;
      proposalMachine.move(row.state, 'approve');
      assertOthers(operator, row);
      assertFree(row, tx.systemNow);
      const { subject: decidedBy } = operator;
      const [decidedAt, heldUntil] = [tx.systemNow, plusMs(tx.systemNow, HELD_MS)];
      write(tx, { ...row, decidedBy, decidedAt, heldUntil });
      await audit(tx, operator, { row, verb: 'approve', reason });
      return row;
    });
  }

  /** @param before as `approve` returned it */
  async end(before: ProposalRow, outcome: Outcome): Promise<void> {
    const { actionId } = before;
    await this.db.asWorker(async (tx) => {
      const row = await actionProposals.lock(tx, { actionId });
      // Somebody whose approval came after the hold may have ended it.
      if (row?.state !== 'OPEN') return;
      write(tx, endedAs(row, before, outcome));
    });
  }

  /** By another operator, or by who proposed it. */
  decline(operator: OperatorClaim, { actionId, reason }: Decided): Promise<ProposalRow> {
    return this.db.asWorker(async (tx) => {
      const before = await this.reads.lock(tx, operator, actionId);
      const row = moved(before, 'decline');
      if (before.decidedBy !== null) {
        throw new DomainError(
          'INVALID_REQUEST',
          'Somebody approved it, and the outcome is not known yet: approve it again to learn it.',
        );
      }
      const { subject: decidedBy } = operator;
      const declined = { ...row, decidedBy, decidedAt: tx.systemNow, outcome: reason };
      write(tx, declined);
      const verb = row.proposedBy === decidedBy ? 'withdraw' : 'decline';
      await audit(tx, operator, { row, verb, reason });
      return declined;
    });
  }
}

/** Throws `INSUFFICIENT_SCOPE` for who proposed it. */
export function assertOthers({ subject }: OperatorClaim, { proposedBy }: ProposalRow): void {
  if (subject !== proposedBy) return;
  throw new DomainError('INSUFFICIENT_SCOPE', 'Who proposed an action does not approve it.');
}

function assertFree({ heldUntil }: ProposalRow, now: Date): void {
  if (!heldUntil || heldUntil <= now) return;
  const text = 'Somebody approved it this moment: look at it again.';
  throw new DomainError('IDEMPOTENCY_REQUEST_IN_PROGRESS', text);
}

/** The proposal that a repeat of the same request made. One without an amount got that shown. */
export function sameAs(
  known: ProposalRow,
  { subject }: OperatorClaim,
  asked: PreviewActionRequest,
): ProposalRow {
  const given = (of: object) => Object.entries(of).filter(([, value]) => value !== undefined);
  const text = (of: object) => JSON.stringify(given(of).toSorted());
  const repeated = { ...asked, amount: asked.amount ?? known.asked.amount };
  if (known.proposedBy === subject && text(known.asked) === text(repeated)) return known;
  throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'Another action has this action_id.');
}

function endedAs(row: ProposalRow, before: ProposalRow, outcome: Outcome): ProposalRow {
  const free = { ...row, heldUntil: null };
  if (outcome === 'unknown') return free;
  if (outcome === 'not begun') {
    return { ...free, decidedBy: before.decidedBy, decidedAt: before.decidedAt };
  }
  if ('done' in outcome) return { ...moved(free, 'approve'), done: outcome.done };
  return { ...moved(free, 'refuse'), outcome: outcome.refusal };
}

function moved(row: ProposalRow, command: ProposalCommand): ProposalRow {
  return { ...row, state: proposalMachine.move(row.state, command).to };
}

function write(tx: WorkerTx, row: ProposalRow): void {
  const batch = new WriteBatch();
  actionProposals.update(batch, row);
  tx.write(batch);
}

function audit(
  tx: WorkerTx,
  operator: OperatorClaim,
  { row, verb, reason }: { readonly row: ProposalRow; readonly verb: string; reason: string },
): Promise<void> {
  const { action, asked } = row;
  return recordAudit(tx, operator, {
    act: 'ACTION',
    operation: `${verb} ${action}`,
    customerAppId: asked.customer_app_id,
    kind: OPERATOR_ACTIONS[action].on,
    id: asked.id,
    reason,
  });
}
