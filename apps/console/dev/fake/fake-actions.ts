import {
  type ActionPreview,
  type ActionProposal,
  type ApproveProposalRequest,
  type ConsoleActionRequest,
  type ConsoleActionResponse,
  type ConsolePreviewRequest,
  type DeclineProposalRequest,
  hasRole,
  type ListProposalsResponse,
  type OperatorRole,
  type PerformActionResponse,
} from '@towpath/contracts/operator';
import { FRESH_LOGIN_SECONDS, OPERATOR_ACTIONS } from '@towpath/contracts/operator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ACTION_SAMPLES, PROPOSED, proposedBy } from './action-samples.js';
import { before, subjectOf } from './samples.js';

/** What the next request that acts meets: a status, no answer before or after the effect. */
export type Trouble = 403 | 500 | 'changed' | 'silent' | 'done and silent';

interface Asking {
  readonly role: OperatorRole;
  readonly loginAgeMs: number;
}

interface Ways {
  /** Undefined after a refusal. */
  readonly asking: (request: FastifyRequest, reply: FastifyReply) => Asking | undefined;
  readonly refuse: (reply: FastifyReply, status: number, details?: string) => FastifyReply;
}

interface OfProposal {
  Params: { actionId: string };
}

const DAY_MS = 86_400_000;

/** Actions of the fake console: each `action_id` has one effect. */
export class FakeActions {
  /** Those with an effect. */
  readonly done = new Map<string, ConsoleActionRequest>();
  /** Requests that act, also those that were refused or repeated. */
  readonly requests: ConsoleActionRequest[] = [];
  readonly previews: ConsolePreviewRequest[] = [];
  readonly decided: (ApproveProposalRequest & { readonly action_id: string })[] = [];
  readonly declined: (DeclineProposalRequest & { readonly action_id: string })[] = [];
  proposals: ActionProposal[] = [];
  trouble: Trouble | undefined;
  refusal: string | undefined;
  needsSecondPerson = false;
  /** An answer to a request that acts waits for it. */
  held: Promise<void> | undefined;
  private version = 1;

  /** As at the start, before an operator comes. */
  reset(): void {
    for (const list of [this.requests, this.previews, this.decided, this.declined]) list.length = 0;
    this.done.clear();
    this.proposals = [...PROPOSED];
    this.trouble = undefined;
    this.refusal = undefined;
    this.needsSecondPerson = false;
    this.held = undefined;
  }

  /** IDs of messages. */
  get discarded(): ReadonlySet<string> {
    const discards = [...this.done.values()].filter(({ action }) => action === 'discard_message');
    return new Set(discards.map(({ id }) => id));
  }

  routes(scope: FastifyInstance, { asking, refuse }: Ways): void {
    const mayAct = (request: FastifyRequest, reply: FastifyReply) => {
      const who = asking(request, reply);
      if (!who || hasRole(who, 'operator')) return who;
      refuse(reply, 403);
      return undefined;
    };
    scope.post<{ Body: ConsolePreviewRequest }>(
      '/console/api/actions/preview',
      (request, reply) => {
        if (!mayAct(request, reply)) return reply;
        const { action, service } = request.body;
        const isMessage = OPERATOR_ACTIONS[action].on === 'parked_message';
        if (isMessage !== (service !== undefined)) return refuse(reply, 400);
        this.previews.push(request.body);
        return this.preview(request.body);
      },
    );
    scope.post<{ Body: ConsoleActionRequest }>('/console/api/actions', async (request, reply) => {
      const who = mayAct(request, reply);
      if (!who) return reply;
      this.requests.push(request.body);
      await this.held;
      return this.act(request.body, { who, reply, refuse });
    });
    scope.get('/console/api/proposals', (): ListProposalsResponse => ({
      proposals: this.proposals,
    }));
    scope.post<OfProposal & { Body: ApproveProposalRequest }>(
      '/console/api/proposals/:actionId/approve',
      (request, reply) => {
        if (!mayAct(request, reply)) return reply;
        const proposal = this.decide(request.params.actionId, 'DONE');
        if (!proposal) return refuse(reply, 404);
        this.decided.push({ ...request.body, action_id: proposal.action_id });
        return resultOf(proposal);
      },
    );
    scope.post<OfProposal & { Body: DeclineProposalRequest }>(
      '/console/api/proposals/:actionId/decline',
      (request, reply) => {
        if (!mayAct(request, reply)) return reply;
        const proposal = this.decide(request.params.actionId, 'DECLINED');
        if (!proposal) return refuse(reply, 404);
        this.declined.push({ ...request.body, action_id: proposal.action_id });
        return proposal;
      },
    );
  }

  private preview({ action, amount }: ConsolePreviewRequest): ActionPreview {
    const sample = ACTION_SAMPLES[action];
    const { effects, currency } = sample;
    return {
      is_possible: this.refusal === undefined,
      ...(this.refusal !== undefined && { refusal: this.refusal }),
      effects,
      ...(sample.amount !== undefined && { amount: amount ?? sample.amount, currency }),
      seen: this.seen(),
      needs_fresh_login: OPERATOR_ACTIONS[action].needsFreshLogin,
      needs_second_person: this.needsSecondPerson,
    };
  }

  private act(
    body: ConsoleActionRequest,
    { who, reply, refuse }: Pick<Ways, 'refuse'> & { who: Asking; reply: FastifyReply },
  ): ConsoleActionResponse | FastifyReply {
    const { trouble } = this;
    this.trouble = undefined;
    if (trouble === 'changed') this.version += 1;
    if (trouble === 'silent') return silence(reply);
    if (typeof trouble === 'number') return refuse(reply, trouble);
    const isFresh = who.loginAgeMs <= FRESH_LOGIN_SECONDS * 1_000;
    if (OPERATOR_ACTIONS[body.action].needsFreshLogin && !isFresh) {
      return refuse(reply, 403, 'This needs a login of the last 10 minutes.');
    }
    if (body.seen !== this.seen()) {
      const text = 'The resource has changed since this was shown: look at it again.';
      return refuse(reply, 400, text);
    }
    this.done.set(body.action_id, body);
    if (trouble === 'done and silent') return silence(reply);
    if (!this.needsSecondPerson) return { done: resultOf(body) };
    const proposal: ActionProposal = {
      ...proposedBy(subjectOf(who.role)),
      ...body,
      service: body.service ?? 'payment-link',
      effects: ACTION_SAMPLES[body.action].effects,
      created_at: before(0),
      expires_at: before(-DAY_MS),
    };
    this.proposals = [proposal, ...this.proposals];
    return { proposal };
  }

  private decide(actionId: string, state: ActionProposal['state']): ActionProposal | undefined {
    const found = this.proposals.find(({ action_id: id }) => id === actionId);
    if (!found) return undefined;
    const decided: ActionProposal = { ...found, state, decided_at: before(0), may_decide: false };
    this.proposals = this.proposals.map((each) => (each === found ? decided : each));
    return decided;
  }

  private seen(): string {
    return `EXECUTED ${this.version}`;
  }
}

function resultOf({ action }: Pick<ConsoleActionRequest, 'action'>): PerformActionResponse {
  const { effects, result } = ACTION_SAMPLES[action];
  return { effects, ...(result && { result }) };
}

/** The connection ends, and nobody says how the request ended. */
function silence(reply: FastifyReply): FastifyReply {
  reply.hijack();
  // A browser repeats a request by itself if not even a status came.
  reply.raw.writeHead(200, { 'content-length': 100 });
  reply.raw.write('{', () => reply.raw.destroy());
  return reply;
}
