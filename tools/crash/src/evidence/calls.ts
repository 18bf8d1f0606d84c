/**
 * How a call ended for its caller. `unknown`: no answer, or one that says nothing about the effect
 * (5xx): it may have happened or not.
 */
export type CallOutcome = 'acknowledged' | 'refused' | 'unknown';

interface CallFacts {
  readonly customer_app_id: string;
  /** The caller's own name of the link, or of the charge. */
  readonly reference: string;
  readonly outcome: CallOutcome;
  /** Positions in one count of all beginnings and ends: a call that ended before another began. */
  readonly begin: number;
  readonly end: number;
  /** HTTP status; absent without an answer. */
  readonly http_status?: number;
  readonly error_code?: string;
}

export interface LinkContent {
  readonly mode: 'PAYMENT' | 'SETUP';
  readonly currency: string;
  readonly amount: number | null;
  readonly external_user_id: string;
}

export interface CreateCall extends CallFacts {
  readonly op: 'create';
  readonly content: LinkContent;
  readonly payment_link_id?: string;
  readonly seen_status?: string;
}

/** Reads of the link by its customer app, and cancels. */
export interface LinkCall extends CallFacts {
  readonly op: 'read' | 'cancel';
  readonly payment_link_id: string;
  readonly seen_status?: string;
}

/** A payer hands in a card. */
export interface SubmitCall extends CallFacts {
  readonly op: 'submit';
  readonly payment_link_id: string;
  readonly attempt_id: string;
  readonly seen_status?: string;
}

/** A stored mandate is charged; the reference is the idempotency key. */
export interface ChargeCall extends CallFacts {
  readonly op: 'charge';
  readonly mandate_id: string;
  readonly amount: number;
  readonly payment_id?: string;
  readonly seen_status?: string;
}

/** A login at a bank is begun, or deleted. */
export interface LoginCall extends CallFacts {
  readonly op: 'link-login' | 'unlink';
  readonly login_identity_id?: string;
  readonly seen_status?: string;
}

export type Call = CreateCall | LinkCall | SubmitCall | ChargeCall | LoginCall;
