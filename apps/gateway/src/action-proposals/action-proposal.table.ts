import type { ServiceName } from '@towpath/contracts';
import type {
  OperatorActionName,
  PerformActionResponse,
  PreviewActionRequest,
  ProposalState,
} from '@towpath/contracts/operator';
import {
  bigint,
  defineTable,
  json,
  text,
  time,
  type RetentionRule,
  type RowOf,
} from '@towpath/persistence';

/** Actions that are too much for one person. Real time. */
export const actionProposals = defineTable(
  'action_proposals',
  {
    actionId: text(),
    service: text<ServiceName>(),
    /** Null for a message about no app. */
    customerAppId: text().orNull(),
    action: text<OperatorActionName>(),
    /** What the service is asked when somebody approves. */
    asked: json<PreviewActionRequest>(),
    /** Money that it moves, as it was shown; null if it moves none. */
    amount: bigint().orNull(),
    currency: text().orNull(),
    effects: json<string[]>(),
    reason: text(),
    state: text<ProposalState>(),
    proposedBy: text(),
    createdAt: time(),
    expiresAt: time(),
    /** Who decided. While it is open: whose approval has an outcome that is not known here. */
    decidedBy: text().orNull(),
    decidedAt: time().orNull(),
    /** Until then the service may be at work, and nobody else approves. */
    heldUntil: time().orNull(),
    /** Why it was declined or refused. */
    outcome: text().orNull(),
    /** What the service answered. */
    done: json<PerformActionResponse>().orNull(),
  },
  { key: ['actionId'], indexes: { action_proposals_created_at: ['createdAt'] } },
);

export type ProposalRow = RowOf<typeof actionProposals>;

export const proposalRetention: RetentionRule = {
  table: 'action_proposals',
  column: 'created_at',
  days: 90,
  reason: 'decided long ago; who decided what stays in the audit, and the action with its service',
};
