import { assertUnreachable, plusMs, DomainError } from '@towpath/kernel';
import { isExpired, type CardExpiry } from './card-entry.js';
import { DECLINES, type CardOutcome, type Decline, outcomeOf } from './card-outcomes.js';
import {
  authorizationMachine,
  type AuthorizationCommand,
  type GatewayEvent,
} from './authorization.transitions.js';
import type { AuthorizationRecord, StoredRefund } from './authorization.table.js';
import type { CardSnapshot } from './test-cards.js';

interface AuthorizationQuestion {
  readonly outcome: CardOutcome;
  readonly expiry: CardExpiry;
  readonly offSession: boolean;
  /** The app's clock. */
  readonly now: Date;
}

type AuthorizationDecision =
  | { readonly command: 'authorize' }
  | { readonly command: 'decline'; readonly decline: Decline }
  | { readonly command: 'challenge' }
  | { readonly command: 'defer'; readonly settlesAt: Date };

/** The issuer's decision: a function of the card, the request and the app's clock alone. */
export function decideAuthorization(question: AuthorizationQuestion): AuthorizationDecision {
  const { outcome, expiry, offSession, now } = question;
  if (outcome.authorization === 'declined') {
    return { command: 'decline', decline: outcome.decline ?? DECLINES.generic };
  }
  if (isExpired(expiry, now)) return { command: 'decline', decline: DECLINES.expiredCard };
  if (offSession && outcome.offSessionDecline) {
    return { command: 'decline', decline: outcome.offSessionDecline };
  }
  switch (outcome.authorization) {
    case 'authorized':
      return { command: 'authorize' };
    case 'challenged':
      return { command: 'challenge' };
    case 'delayed': {
      const delayMs = (outcome.delaySeconds ?? 0) * 1000;
      return { command: 'defer', settlesAt: plusMs(now, delayMs) };
    }
    default:
      return assertUnreachable(outcome.authorization);
  }
}

export type { AuthorizationRecord };

/** What the merchant asks for. */
export type AuthorizationRequest = Pick<
  AuthorizationRecord,
  | 'gateway'
  | 'reference'
  | 'customerAppId'
  | 'paymentId'
  | 'merchantAccount'
  | 'merchantName'
  | 'amount'
  | 'currency'
  | 'purpose'
  | 'store'
  | 'offSession'
  | 'returnUrl'
  | 'callbackUrl'
  | 'language'
>;

export type Refund = Pick<StoredRefund, 'refundReference' | 'amount'>;

export type AuthorizationKey = Pick<AuthorizationRecord, 'gateway' | 'reference'>;

/** One move, with what follows from it outside the row. Times are on the app's clock. */
export interface AuthorizationChange {
  readonly event: GatewayEvent | null;
  readonly occurredAt: Date;
  /** The answer to the merchant's own request contains this change. */
  readonly answered: boolean;
  readonly charge?: number;
  /** Taken back after the capture had succeeded. */
  readonly returned?: number;
  /** Of `refunded` and `refund_reversed`. */
  readonly refund?: Refund;
}

/** References that follow from the request alone, so that a repeated run gives the same ones. */
export interface IssuedReferences {
  readonly pspReference: string;
  readonly authCode: string;
  readonly networkTransactionReference: string;
  readonly storedPaymentMethodId: string;
}

interface AuthorizationTerms {
  readonly card: CardSnapshot;
  readonly requestHash: string;
  readonly issued: IssuedReferences;
  readonly challengeId: string;
  readonly now: Date;
}

/** A card authorization from the first request to the last refund. Pure: saved by its store. */
export class Authorization {
  private readonly made: AuthorizationChange[] = [];

  private constructor(
    private current: AuthorizationRecord,
    readonly isNew: boolean,
  ) {}

  static load(record: AuthorizationRecord): Authorization {
    return new Authorization(record, false);
  }

  static request(request: AuthorizationRequest, terms: AuthorizationTerms): Authorization {
    const { card, requestHash, issued, challengeId, now } = terms;
    const decision = decideAuthorization({
      outcome: outcomeOf(card.outcome),
      expiry: { month: card.expiryMonth, year: card.expiryYear },
      offSession: request.offSession,
      now,
    });
    const { to, event } = authorizationMachine.move(null, decision.command);
    const authorization = new Authorization(
      {
        ...request,
        requestHash,
        pspReference: issued.pspReference,
        card,
        state: to,
        answeredState: to,
        decline: decision.command === 'decline' ? decision.decline : null,
        authCode: null,
        networkTransactionReference: null,
        storedPaymentMethodId: null,
        challengeId: decision.command === 'challenge' ? challengeId : null,
        settlesAt: decision.command === 'defer' ? decision.settlesAt : null,
        refundedAmount: 0,
        createdAt: now,
        authorizedAt: null,
        capturedAt: null,
        updatedAt: now,
      },
      true,
    );
    authorization.made.push({ event, occurredAt: now, answered: true });
    if (to === 'AUTHORIZED') authorization.grant(issued, now);
    return authorization;
  }

  get record(): AuthorizationRecord {
    return this.current;
  }

  get changes(): readonly AuthorizationChange[] {
    return this.made;
  }

  get outcome(): CardOutcome {
    return outcomeOf(this.current.card.outcome);
  }

  /** The cardholder's word on the page of the bank. */
  answerChallenge(
    approved: boolean,
    { issued, now }: { issued: IssuedReferences; now: Date },
  ): void {
    if (approved) {
      this.move('approve', now, { answered: false });
      this.grant(issued, now);
    } else {
      this.move('refuse', now, { answered: false });
      this.set({ decline: DECLINES.authenticationFailed });
    }
  }

  /** Decides a deferred authorization whose time has come; nothing happens before or after. */
  settleIfDue(now: Date, issued: IssuedReferences): void {
    const { settlesAt } = this.current;
    if (!settlesAt || settlesAt > now || !authorizationMachine.can(this.current.state, 'settle')) {
      return;
    }
    this.move('settle', settlesAt, { answered: false });
    this.grant(issued, settlesAt);
  }

  /** False when it was done before: the answer is the same, and nothing happens twice. */
  capture(now: Date): boolean {
    if (this.current.purpose === 'SETUP') {
      throw new DomainError('INVALID_PAYMENT_STATUS', 'A set-up has no money to capture.');
    }
    if (this.current.capturedAt || this.current.state === 'CAPTURE_FAILED') return false;
    const { captureDecline } = this.outcome;
    if (captureDecline) {
      this.move('fail_capture', now, { answered: true });
      this.set({ decline: captureDecline });
    } else {
      this.move('capture', now, { answered: true, charge: this.current.amount });
      this.set({ capturedAt: now });
    }
    return true;
  }

  /** The capture fails after its success. A repeat changes nothing. */
  loseCapture(now: Date): void {
    const { amount, refundedAmount, state } = this.current;
    if (state === 'CAPTURE_FAILED') return;
    if (refundedAmount > 0) {
      throw new DomainError('INVALID_PAYMENT_STATUS', 'A part of the money was refunded.');
    }
    this.move('lose_capture', now, { answered: false, returned: amount });
    this.set({ capturedAt: null, decline: DECLINES.captureFailed });
  }

  void(now: Date): boolean {
    if (this.current.state === 'VOIDED') return false;
    this.move('void', now, { answered: true });
    return true;
  }

  /** What can still be refunded; undefined if nothing can be in this state. */
  get refundable(): number | undefined {
    const { amount, refundedAmount, state } = this.current;
    return authorizationMachine.can(state, 'refund_rest') ? amount - refundedAmount : undefined;
  }

  refund(refund: Refund, now: Date): void {
    const { amount, refundedAmount } = this.current;
    const command = refund.amount < amount - refundedAmount ? 'refund_part' : 'refund_rest';
    this.move(command, now, { answered: true, refund });
    this.set({ refundedAmount: refundedAmount + refund.amount });
  }

  reverseRefund(refund: Refund, now: Date): void {
    this.move('reverse_refund', now, { answered: false, refund });
    this.set({ refundedAmount: this.current.refundedAmount - refund.amount });
  }

  private grant(issued: IssuedReferences, now: Date): void {
    const { purpose, store } = this.current;
    this.set({
      authCode: issued.authCode,
      networkTransactionReference: issued.networkTransactionReference,
      storedPaymentMethodId: store || purpose === 'SETUP' ? issued.storedPaymentMethodId : null,
      authorizedAt: now,
    });
  }

  private move(
    command: AuthorizationCommand,
    at: Date,
    change: Omit<AuthorizationChange, 'event' | 'occurredAt'>,
  ): void {
    const { to, event } = authorizationMachine.move(this.current.state, command);
    this.set({ state: to, updatedAt: at });
    this.made.push({ ...change, event, occurredAt: at });
  }

  private set(part: Partial<AuthorizationRecord>): void {
    this.current = { ...this.current, ...part };
  }
}
