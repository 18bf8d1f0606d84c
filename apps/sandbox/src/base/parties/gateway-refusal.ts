/** Refusals on the wire, with their HTTP status. */
export const REFUSAL_STATUS = {
  invalid_request: 400,
  invalid_card: 400,
  unknown_token: 400,
  unknown_mandate: 400,
  token_expired: 400,
  unauthorized: 401,
  origin_not_allowed: 403,
  not_found: 404,
  reference_reused: 409,
  token_used: 409,
  invalid_state: 409,
  refund_exceeds_charge: 409,
  refund_reversed: 409,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

type RefusalCode = keyof typeof REFUSAL_STATUS;

/** An expected refusal of a simulated gateway. The message is for the caller. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';

  /** The member of the request that is wrong, where one is. */
  readonly field: string | undefined;

  constructor(
    readonly code: RefusalCode,
    message: string,
    { field }: { readonly field?: string } = {},
  ) {
    super(message);
    this.field = field;
  }
}

/** The work is committed, but the connection ends without an answer. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

/** What was done, and whether its answer is lost. */
export interface Done<R> {
  readonly record: R;
  readonly answerLost: boolean;
}

/** Called after the commit: the record, unless its answer must not arrive. */
export function answered<R>({ record, answerLost }: Done<R>): R {
  if (answerLost) throw new AnswerLost();
  return record;
}
