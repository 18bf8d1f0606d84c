import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { byValues, DueRowsJob, Transactions } from '@towpath/persistence';
import { ChecklistCompletionService } from './checklist-completion.service.js';

// Half as long again as it has waited so far, within these bounds.
const NEXT_TRY = `$3::timestamptz + LEAST(interval '1 hour',
  GREATEST(interval '10 seconds', ($3::timestamptz - updated_at) / 2))`;

interface Due {
  readonly customer_app_id: CustomerAppId;
  readonly mandate_id: MandateId;
}

/**
 * Completes full checklists whose process died, or whose payment service was unavailable. If the
 * mandate ends otherwise, the transaction of that end empties its checklist.
 */
@Injectable()
export class FinishChecklistsJob extends DueRowsJob<Due> {
  override readonly name = 'finish-checklists';

  constructor(
    transactions: Transactions,
    private readonly completion: ChecklistCompletionService,
  ) {
    super(transactions, {
      table: 'mandate_checklists',
      columns: ['mandate_id'],
      dueAt: 'finish_at',
      limit: 50,
    });
  }

  /** A checklist that cannot be completed now is tried later, so that it does not block others. */
  protected override async runOne(checklist: Due): Promise<boolean> {
    const { customer_app_id: customerAppId, mandate_id: mandateId } = checklist;
    const claimed = await this.transactions.forApp(customerAppId, async (tx) => {
      await tx.begun;
      return tx.query(
        byValues(`UPDATE mandate_checklists SET finish_at = ${NEXT_TRY}
         WHERE customer_app_id = $1 AND mandate_id = $2 AND finish_at <= $3 RETURNING 1 AS claimed`),
        [customerAppId, mandateId, tx.now],
      );
    });
    if (claimed.length === 0) return false;
    try {
      await this.completion.attempt(customerAppId, mandateId);
      return true;
    } catch (error) {
      if (error instanceof PeerUnavailable || error instanceof DomainError) return false;
      throw error;
    }
  }
}
