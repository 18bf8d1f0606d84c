import { Injectable } from '@nestjs/common';
import type { ServiceName } from '@towpath/contracts';
import {
  hasFreshLogin,
  OPERATOR_ACTIONS,
  RESOURCE_OWNERS,
  type ActionPreview,
  type ActionProposal,
  type ApproveProposalRequest,
  type ConsoleActionRequest,
  type ConsoleActionResponse,
  type ConsolePreviewRequest,
  type DeclineProposalRequest,
  type PerformActionRequest,
  type PerformActionResponse,
  type PreviewActionRequest,
} from '@towpath/contracts/operator';
import { CallRefused, PeerUnavailable } from '@towpath/http';
import { Clock, DomainError, type ErrorCode } from '@towpath/kernel';
import { OperatorActionsService } from '@towpath/service';
import type { ProposalRow } from '../action-proposals/action-proposal.table.js';
import { ActionProposalsReads, proposalBody } from '../action-proposals/action-proposals.reads.js';
import {
  ActionProposalsService,
  assertOthers,
  sameAs,
  type Outcome,
} from '../action-proposals/action-proposals.service.js';
import type { LiveSession } from '../console-sessions/console-sessions.service.js';
import { claimOf } from '../console-sessions/console.guard.js';
import { OperatorServices, type Approved } from './operator-services.js';

/** Refusals of who asked, or for now: they say nothing about the action itself. */
const OF_NOTHING: readonly ErrorCode[] = [
  'INSUFFICIENT_SCOPE',
  'ROUTE_NOT_FOUND',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'CLOCK_ADVANCING',
  'IDEMPOTENCY_REQUEST_IN_PROGRESS',
];

interface Performed {
  readonly service: ServiceName;
  readonly body: PerformActionRequest;
  /** Of a proposal. */
  readonly approved?: Approved;
}

/** What an operator does: the service that owns it acts, or another operator is asked first. */
@Injectable()
export class ConsoleActionsService {
  constructor(
    private readonly services: OperatorServices,
    /** For messages that the gateway set aside; it does not call itself. */
    private readonly own: OperatorActionsService,
    private readonly proposals: ActionProposalsService,
    private readonly reads: ActionProposalsReads,
    private readonly clock: Clock,
  ) {}

  preview(session: LiveSession, request: ConsolePreviewRequest): Promise<ActionPreview> {
    const { service, ...asked } = request;
    return this.previewAt(session, ownerOf(asked, service), asked);
  }

  /** Done, or proposed if it is too much for one person. A repeat has no second effect. */
  async act(session: LiveSession, request: ConsoleActionRequest): Promise<ConsoleActionResponse> {
    const { service: named, ...body } = request;
    const service = ownerOf(body, named);
    const { action_id: actionId, seen, reason, ...asked } = body;
    const claim = claimOf(session, 'act');
    const before = await this.reads.find(actionId);
    if (before) return { proposal: proposalBody(sameAs(before, claim, asked), claim) };
    try {
      return { done: await this.performAt(session, { service, body }) };
    } catch (error) {
      if (!isRefusal(error, ['INSUFFICIENT_SCOPE'])) throw error;
      const shown = await this.previewAt(session, service, asked);
      if (!shown.needs_second_person) throw error;
      this.assertFreshLogin(session, asked);
      assertShown(shown, seen);
      const proposed = { actionId, service, asked: fixed(asked, shown), shown, reason };
      const row = await this.proposals.propose(claim, proposed);
      return { proposal: proposalBody(row, claim) };
    }
  }

  /**
   * Does what another operator proposed. After a crash a further approval ends what the first one
   * began: the service knows the ID of the action.
   */
  async approve(
    session: LiveSession,
    actionId: string,
    { seen, reason }: ApproveProposalRequest,
  ): Promise<PerformActionResponse> {
    const claim = claimOf(session, 'act');
    const shown = await this.reads.get(claim, actionId);
    const { asked, service, decidedBy, state } = shown;
    assertOthers(claim, shown);
    this.assertFreshLogin(session, asked);
    // Of an approval with an unknown outcome the effect may be there: a preview would refuse it.
    if (state === 'OPEN' && decidedBy === null) {
      const now = await this.previewAt(session, service, asked);
      assertShown(now, seen);
      assertProposed(shown, now);
    }
    const before = await this.proposals.approve(claim, { actionId, reason });
    if (before.done) return before.done;
    const request = { ...asked, action_id: actionId, seen, reason };
    const { done, error, outcome } = await this.outcomeOf(session, before, request);
    await this.proposals.end(before, outcome);
    if (done) return done;
    throw error;
  }

  async decline(
    session: LiveSession,
    actionId: string,
    { reason }: DeclineProposalRequest,
  ): Promise<ActionProposal> {
    const claim = claimOf(session, 'act');
    return proposalBody(await this.proposals.decline(claim, { actionId, reason }), claim);
  }

  private async outcomeOf(
    session: LiveSession,
    before: ProposalRow,
    body: PerformActionRequest,
  ): Promise<{ outcome: Outcome; done?: PerformActionResponse; error?: unknown }> {
    const { service } = before;
    try {
      const done = await this.performAt(session, { service, body, approved: approvedIn(before) });
      return { outcome: { done }, done };
    } catch (error) {
      return { outcome: outcomeAfter(error), error };
    }
  }

  private previewAt(
    session: LiveSession,
    service: ServiceName,
    body: PreviewActionRequest,
  ): Promise<ActionPreview> {
    if (service === 'gateway') return this.own.preview(claimOf(session, 'act'), body);
    return this.services.ask(session, service, { operation: 'previewAction', body });
  }

  private performAt(
    session: LiveSession,
    { service, body, approved = {} }: Performed,
  ): Promise<PerformActionResponse> {
    if (service === 'gateway') {
      return this.own.perform({ ...claimOf(session, 'act'), ...approved }, body);
    }
    return this.services.ask(session, service, { operation: 'performAction', body, approved });
  }

  private assertFreshLogin(session: LiveSession, { action }: PreviewActionRequest): void {
    if (!OPERATOR_ACTIONS[action].needsFreshLogin) return;
    if (hasFreshLogin(claimOf(session, 'act'), this.clock.system().getTime())) return;
    throw new DomainError('INSUFFICIENT_SCOPE', 'This needs a login of the last 10 minutes.');
  }
}

/** The service that acts: the request names it only for a message that was set aside. */
function ownerOf({ action }: PreviewActionRequest, named: ServiceName | undefined): ServiceName {
  const { on } = OPERATOR_ACTIONS[action];
  if ((on === 'parked_message') !== (named !== undefined)) {
    const text = 'service is for actions on parked messages, and these need it';
    throw new DomainError('INVALID_REQUEST', text);
  }
  return named ?? RESOURCE_OWNERS[on as keyof typeof RESOURCE_OWNERS];
}

/** Throws `INVALID_REQUEST` if it is not possible now, or is not what the operator confirmed. */
function assertShown({ refusal, seen: now }: ActionPreview, seen: string): void {
  if (refusal !== undefined) throw new DomainError('INVALID_REQUEST', refusal);
  if (now === seen) return;
  const text = 'The resource has changed since this was shown: look at it again.';
  throw new DomainError('INVALID_REQUEST', text);
}

/** With the amount that was shown: all that is left may be more once somebody approves. */
function fixed(asked: PreviewActionRequest, { amount }: ActionPreview): PreviewActionRequest {
  const takes = OPERATOR_ACTIONS[asked.action].takes.some((member) => member === 'amount');
  return takes && amount !== undefined ? { ...asked, amount } : asked;
}

/** What the service compares once more: what it would do now is what was proposed. */
function approvedIn({ proposedBy, amount, currency }: ProposalRow): Approved {
  return {
    proposed_by: proposedBy,
    ...(amount !== null && { proposed_amount: amount }),
    ...(currency !== null && { proposed_currency: currency }),
  };
}

function assertProposed(proposal: ProposalRow, now: ActionPreview): void {
  const { amount = null, currency = null } = now;
  if (amount === proposal.amount && currency === proposal.currency) return;
  const text = 'It would move another amount than was proposed: decline it, and propose it anew.';
  throw new DomainError('INVALID_REQUEST', text);
}

function outcomeAfter(error: unknown): Outcome {
  if (isRefusal(error, OF_NOTHING)) return 'not begun';
  if (error instanceof DomainError) return { refusal: error.explanation };
  const isUnseen = error instanceof PeerUnavailable && error.outcome === 'NOT_SENT';
  return isUnseen || error instanceof CallRefused ? 'not begun' : 'unknown';
}

function isRefusal(error: unknown, codes: readonly ErrorCode[]): boolean {
  return error instanceof DomainError && codes.includes(error.code);
}
