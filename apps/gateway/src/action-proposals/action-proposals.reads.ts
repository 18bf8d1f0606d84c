import { Injectable } from '@nestjs/common';
import {
  hasApp,
  type ActionProposal,
  type ListProposalsResponse,
  type OperatorClaim,
} from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import { byValues, Transactions, type Tx } from '@towpath/persistence';
import { actionProposals, type ProposalRow } from './action-proposal.table.js';
import { proposalMachine } from './action-proposal.transitions.js';

type Whose = Pick<OperatorClaim, 'subject' | 'apps'>;

const MOST = 100;
/** An approval that was begun has an outcome, however late somebody asks for it. */
const EXPIRE = byValues(`UPDATE action_proposals
  SET state = '${proposalMachine.move('OPEN', 'expire').to}', decided_at = expires_at
  WHERE state = 'OPEN' AND decided_by IS NULL AND expires_at <= now()`);
const LIST = byValues(`SELECT to_jsonb(t) AS row FROM action_proposals t
  WHERE $1::text[] IS NULL OR customer_app_id = ANY ($1)
  ORDER BY state <> 'OPEN', created_at DESC LIMIT ${MOST}`);

/** Proposals about the apps of the operator who asks. */
@Injectable()
export class ActionProposalsReads {
  constructor(private readonly db: Transactions) {}

  list(operator: Whose): Promise<ListProposalsResponse> {
    const apps = operator.apps === '*' ? null : operator.apps;
    return this.db.asWorker(async (tx) => {
      await tx.query(EXPIRE);
      const rows = actionProposals.rows(await tx.query(LIST, [apps]));
      return { proposals: rows.map((row) => proposalBody(row, operator)) };
    });
  }

  /** Also one that somebody else may see; null without one. */
  find(actionId: string): Promise<ProposalRow | null> {
    return this.db.asWorker((tx) => actionProposals.find(tx, { actionId }), { readOnly: true });
  }

  async get(operator: Whose, actionId: string): Promise<ProposalRow> {
    return seenBy(operator, await this.find(actionId));
  }

  /** Locked until the transaction ends. */
  async lock(tx: Tx, operator: Whose, actionId: string): Promise<ProposalRow> {
    await tx.query(EXPIRE);
    return seenBy(operator, await actionProposals.lock(tx, { actionId }));
  }
}

/** The same for a proposal about another app as for one that does not exist. */
function seenBy(operator: Whose, row: ProposalRow | null): ProposalRow {
  const app = row?.customerAppId ?? null;
  const isSeen = app === null ? operator.apps === '*' : hasApp(operator, app);
  if (row && isSeen) return row;
  throw new DomainError('ROUTE_NOT_FOUND', 'There is no such proposal.');
}

export function proposalBody(row: ProposalRow, { subject }: Whose): ActionProposal {
  return {
    ...row.asked,
    action_id: row.actionId,
    service: row.service,
    state: row.state,
    reason: row.reason,
    effects: row.effects,
    proposed_by: row.proposedBy,
    may_decide: row.state === 'OPEN' && row.proposedBy !== subject,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ...(row.decidedBy !== null && { decided_by: row.decidedBy }),
    ...(row.decidedAt && { decided_at: row.decidedAt.toISOString() }),
    ...(row.outcome !== null && { outcome: row.outcome }),
  };
}
