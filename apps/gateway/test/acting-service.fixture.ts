import type { OperatorClaim, PerformActionRequest } from '@towpath/contracts/operator';
import type { AskedPeer, OperatorPeer } from './operator-peer.fixture.js';

const OPERATIONS = '/operator/actions';
const ALONE_UP_TO = 10_000;
const LEFT = 50_000;

/** A service that acts as services do: once for an ID, and above a limit for two persons only. */
export class ActingService {
  /** What was done, by the ID of the action. */
  readonly done = new Map<string, object>();
  /** Minor units that one person may move alone. */
  aloneUpTo = ALONE_UP_TO;
  /** Minor units that a request without an amount moves. */
  left = LEFT;
  /** State of its only resource. */
  seen = 'EXECUTED 3';
  /** Why the rules of the resource refuse, although a preview did not know it. */
  refusal: string | undefined;
  /** It crashes after its COMMIT. */
  losesAnswers = false;

  constructor(private readonly peer: OperatorPeer) {}

  /** From now on nothing was asked and nothing was done. */
  begin(): void {
    this.done.clear();
    this.aloneUpTo = ALONE_UP_TO;
    this.left = LEFT;
    this.seen = 'EXECUTED 3';
    this.refusal = undefined;
    this.losesAnswers = false;
    this.peer.answer((asked) =>
      asked.path === OPERATIONS ? this.perform(asked) : { body: this.preview(asked) },
    );
  }

  /** The requests to act, with the claim of each. */
  get performed(): readonly { operator: OperatorClaim; body: PerformActionRequest }[] {
    return this.peer.asked
      .filter(({ path }) => path === OPERATIONS)
      .map(({ claims, body }) => ({
        operator: claims['operator'] as OperatorClaim,
        body: JSON.parse(body) as PerformActionRequest,
      }));
  }

  private preview({ body }: AskedPeer): object {
    const { amount = this.left } = JSON.parse(body) as Partial<PerformActionRequest>;
    return {
      is_possible: true,
      effects: [`HKD ${amount / 100} go back to the payer.`],
      ...{ seen: this.seen, amount, currency: 'HKD', needs_fresh_login: true },
      needs_second_person: amount > this.aloneUpTo,
    };
  }

  private perform({ body, claims }: AskedPeer): { status?: number; body: object } {
    const request = JSON.parse(body) as PerformActionRequest;
    const { amount = this.left } = request;
    const { proposed_by: proposedBy } = claims['operator'] as OperatorClaim;
    const known = this.done.get(request.action_id);
    if (known) return { body: known };
    if (this.refusal) return refused(400, 'REFUND_NOT_ALLOWED', this.refusal);
    if (request.seen !== this.seen) return refused(400, 'INVALID_REQUEST', 'changed');
    if (amount > this.aloneUpTo && proposedBy === undefined) {
      return refused(403, 'INSUFFICIENT_SCOPE', 'Another operator must approve this amount.');
    }
    const outcome = { effects: [`Refunded ${amount}.`] };
    this.done.set(request.action_id, outcome);
    if (this.losesAnswers) return refused(503, 'SERVICE_UNAVAILABLE', 'crashed');
    return { body: outcome };
  }
}

function refused(status: number, code: string, details: string) {
  return { status, body: { error: { error_code: code, details } } };
}
