import { field } from '../fields/index.js';
import type { ServiceName } from '../service-names.js';
import { SERVICE_NAMES } from '../service-names.js';
import { OPERATOR_ACTION_NAMES, type OperatorActionName } from './actions.js';
import { ResourceReference } from './operator.dto.js';

/** Asks what an action would do: nothing changes. */
export class PreviewActionRequest {
  @field.enum('The action.', OPERATOR_ACTION_NAMES, { example: 'refund_payment' })
  action: OperatorActionName;
  @field.id('The customer app; absent for a message about no app.', {
    optional: true,
    example: '01JQ0000000000000000000APP',
  })
  customer_app_id?: string;
  @field.text('ID of the resource, or of the message that was set aside.', {
    min: 1,
    max: 100,
    example: '01JQ00000000000000000000XA',
  })
  id: string;
  @field.amount('Refund: minor units; all that is left when absent.', {
    optional: true,
    min: 1,
    example: 12_500,
  })
  amount?: number;
  @field.instant('Recover: failed webhooks since this instant.', {
    optional: true,
    example: '2026-11-26T00:00:00.000Z',
  })
  since?: string;
  @field.id('Transfer: the payment link that it pays.', {
    optional: true,
    example: '01JQ00000000000000000000XB',
  })
  payment_link_id?: string;
}

/** What would happen. */
export class ActionPreview {
  @field.boolean('Whether the action is possible now.') is_possible: boolean;
  @field.text('If it is not: why.', { optional: true }) refusal?: string;
  @field.textList('What will happen, a sentence each.') effects: string[];
  @field.text('State of the resource when this was asked: the action is refused after a change.')
  seen: string;
  @field.amount('Money that it moves, in minor units.', { optional: true }) amount?: number;
  @field.currency('Its currency.', { optional: true }) currency?: string;
  @field.boolean('Whether the operator must have logged in within 10 minutes.')
  needs_fresh_login: boolean;
  @field.boolean('Whether another operator must approve it.') needs_second_person: boolean;
}

/** Does it. The same `action_id` does it once. */
export class PerformActionRequest extends PreviewActionRequest {
  @field.id('ID that the caller gives this action: a repeat has no second effect.', {
    example: '01JQ00000000000000000000XC',
  })
  action_id: string;
  @field.text('`seen` of the preview that the operator confirmed.', {
    min: 1,
    max: 200,
    example: 'EXECUTED 3',
  })
  seen: string;
  @field.text('Why, for the audit.', {
    min: 5,
    max: 500,
    notBlank: true,
    example: 'Ticket 4711: paid twice.',
  })
  reason: string;
}

export class PerformActionResponse {
  @field.textList('What was done, a sentence each.') effects: string[];
  @field.object('What came of it, such as the refund.', () => ResourceReference, {
    optional: true,
  })
  result?: ResourceReference;
}

export const PROPOSAL_STATES = ['OPEN', 'DONE', 'DECLINED', 'EXPIRED', 'REFUSED'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** An action above the limit of one person, which waits for another one. */
export class ActionProposal extends PreviewActionRequest {
  @field.id('ID of the proposal, and of its action.') action_id: string;
  @field.enum('The service that will act.', SERVICE_NAMES) service: ServiceName;
  @field.enum('State.', PROPOSAL_STATES) state: ProposalState;
  @field.text('Why it was proposed.') reason: string;
  @field.textList('What will happen, as it was when it was proposed.') effects: string[];
  @field.text('Who proposed it.') proposed_by: string;
  @field.boolean('Whether the operator who asks may approve it; the proposer may withdraw it.')
  may_decide: boolean;
  @field.instant('When it was proposed.') created_at: string;
  @field.instant('When nobody can approve it any more.') expires_at: string;
  @field.text('Who decided.', { optional: true }) decided_by?: string;
  @field.instant('When it was decided.', { optional: true }) decided_at?: string;
  @field.text('Why it was declined or refused.', { optional: true }) outcome?: string;
}

export class ListProposalsResponse {
  @field.objectList('Open ones first, newest first.', () => ActionProposal)
  proposals: ActionProposal[];
}

const OF_A_MESSAGE = 'Of a parked message: the service that set it aside.';

/** `POST /console/api/actions/preview`. */
export class ConsolePreviewRequest extends PreviewActionRequest {
  @field.enum(OF_A_MESSAGE, SERVICE_NAMES, { optional: true }) service?: ServiceName;
}

/** `POST /console/api/actions`. */
export class ConsoleActionRequest extends PerformActionRequest {
  @field.enum(OF_A_MESSAGE, SERVICE_NAMES, { optional: true }) service?: ServiceName;
}

/** What `POST /console/api/actions` answers: done, or proposed to another operator. */
export class ConsoleActionResponse {
  @field.object(
    'What was done; absent if it waits for another operator.',
    () => PerformActionResponse,
    {
      optional: true,
    },
  )
  done?: PerformActionResponse;
  @field.object('The proposal that waits.', () => ActionProposal, { optional: true })
  proposal?: ActionProposal;
}

/**
 * `POST /console/api/proposals/{actionId}/approve`, with `seen` of a new preview, answers
 * `PerformActionResponse`. `/decline`, which withdraws it for who
 * proposed it, answers `ActionProposal`.
 */
export class ApproveProposalRequest {
  @field.text('`seen` of the preview that the operator confirmed.', { min: 1, max: 200 })
  seen: string;
  @field.text('Why, for the audit.', { min: 5, max: 500, notBlank: true }) reason: string;
}

export class DeclineProposalRequest {
  @field.text('Why, for the audit and for who proposed it.', { min: 5, max: 500, notBlank: true })
  reason: string;
}
