/** A refusal in the words of a card processor; `resultCode` is the scheme's response code. */
export interface Decline {
  readonly declineCode: string;
  readonly declineReason: string;
  readonly resultCode: string;
}

export const DECLINES = {
  generic: {
    declineCode: 'generic_decline',
    declineReason: 'The card issuer refused the payment.',
    resultCode: '05',
  },
  insufficientFunds: {
    declineCode: 'insufficient_funds',
    declineReason: 'The card has insufficient funds.',
    resultCode: '51',
  },
  expiredCard: {
    declineCode: 'expired_card',
    declineReason: 'The card has expired.',
    resultCode: '54',
  },
  authenticationFailed: {
    declineCode: 'authentication_failed',
    declineReason: 'The cardholder refused the payment on the page of the bank.',
    resultCode: '1A',
  },
  captureFailed: {
    declineCode: 'capture_failed',
    declineReason: 'The card issuer did not honour the authorization.',
    resultCode: '96',
  },
  notATestCard: {
    declineCode: 'not_a_test_card',
    declineReason: 'This is not a test card. The sandbox takes only its own card numbers.',
    resultCode: '14',
  },
} as const satisfies Record<string, Decline>;

/** All effects of a card number. An absent member has no effect. */
export interface CardOutcome {
  /** For users: what happens, in one sentence. */
  readonly summary: string;
  readonly authorization: 'authorized' | 'declined' | 'challenged' | 'delayed';
  readonly decline?: Decline;
  /** Seconds of the app's clock until a delayed authorization is decided. */
  readonly delaySeconds?: number;
  /** Charges without the payer (off-session) are declined with this instead. */
  readonly offSessionDecline?: Decline;
  readonly captureDecline?: Decline;
  /** The request that moves money (or, in a set-up, stores the card) is done but not answered. */
  readonly losesAnswer?: boolean;
  /** Every call-back comes three times, a later one before an earlier one. */
  readonly scramblesCallbacks?: boolean;
  readonly dispute?: { readonly kind: 'CHARGEBACK'; readonly isDefendable: boolean };
}

/** The keys are stored with tokens and authorizations in place of the card number: keep them. */
export const CARD_OUTCOMES = {
  AUTHORIZED: { summary: 'authorized', authorization: 'authorized' },
  DECLINED: {
    summary: 'declined',
    authorization: 'declined',
    decline: DECLINES.generic,
  },
  INSUFFICIENT_FUNDS: {
    summary: 'declined, insufficient funds',
    authorization: 'declined',
    decline: DECLINES.insufficientFunds,
  },
  EXPIRED_CARD: {
    summary: 'declined, expired card',
    authorization: 'declined',
    decline: DECLINES.expiredCard,
  },
  CHALLENGED: {
    summary: 'requires a challenge page',
    authorization: 'challenged',
  },
  DELAYED: {
    summary: "authorized after 30 s of the app's clock",
    authorization: 'delayed',
    delaySeconds: 30,
  },
  ANSWER_LOST: {
    summary: 'charged, but the answer is lost',
    authorization: 'authorized',
    losesAnswer: true,
  },
  CALLBACKS_SCRAMBLED: {
    summary: 'authorized; call-backs are repeated and out of order',
    authorization: 'authorized',
    scramblesCallbacks: true,
  },
  OFF_SESSION_DECLINED: {
    summary: 'set-up succeeds, later charges without the payer fail',
    authorization: 'authorized',
    offSessionDecline: DECLINES.generic,
  },
  CAPTURE_FAILED: {
    summary: 'authorized, but the capture fails',
    authorization: 'authorized',
    captureDecline: DECLINES.captureFailed,
  },
  DISPUTED_DEFENDABLE: {
    summary: 'paid, then a chargeback that can be contested',
    authorization: 'authorized',
    dispute: { kind: 'CHARGEBACK', isDefendable: true },
  },
  DISPUTED_NOT_DEFENDABLE: {
    summary: 'paid, then a chargeback that cannot be contested',
    authorization: 'authorized',
    dispute: { kind: 'CHARGEBACK', isDefendable: false },
  },
  NOT_A_TEST_CARD: {
    summary: 'declined, not a test card',
    authorization: 'declined',
    decline: DECLINES.notATestCard,
  },
} as const satisfies Record<string, CardOutcome>;

export type CardOutcomeName = keyof typeof CARD_OUTCOMES;

export function outcomeOf(name: CardOutcomeName): CardOutcome {
  return CARD_OUTCOMES[name];
}
