/** Why a bank refuses or takes back: a reason code of ISO 20022 with its sentence. */
export interface BankReason {
  readonly code: string;
  readonly text: string;
}

export const REASONS = {
  notAllowed: { code: 'AG01', text: 'Direct debit is not allowed on this account.' },
  insufficientFunds: { code: 'AM04', text: 'The account has insufficient funds.' },
  aboveMaximum: { code: 'AM02', text: 'The amount exceeds what the mandate allows.' },
  wrongCurrency: { code: 'AM03', text: 'The mandate is in another currency.' },
  noMandate: { code: 'MD01', text: 'There is no active mandate.' },
  expired: { code: 'MD20', text: 'The mandate is not valid on this day.' },
  returned: { code: 'MD06', text: 'The payer asked the bank to return the money.' },
  reversed: { code: 'MS02', text: 'The merchant sent the money back.' },
  revoked: { code: 'MD16', text: 'The payer withdrew the mandate.' },
  cancelled: { code: 'MD17', text: 'The merchant ended the mandate.' },
} as const satisfies Record<string, BankReason>;

/** Everything that an account number decides. Where a member is absent, nothing special happens. */
export interface DebitOutcome {
  /** For users: what happens, in one sentence. */
  readonly summary: string;
  readonly mandate: 'accepted' | 'rejected' | 'undecided';
  /** Seconds of the app's clock from the acceptance until the payer withdraws the mandate. */
  readonly revokedAfterSeconds?: number;
  /** What becomes of a collection; `waits` is never decided while the mandate lasts. */
  readonly collection: 'paid' | 'insufficient_funds' | 'waits';
  /** Seconds of the app's clock from the payment until the bank takes it back. */
  readonly returnedAfterSeconds?: number;
  /** Seconds of the app's clock from the return until the bank cancels it. */
  readonly reinstatedAfterSeconds?: number;
  /** Requests that do something are done but not answered, and nobody calls back. */
  readonly losesAnswer?: boolean;
  /** Call-backs are repeated and contradictory, and the first one is late. */
  readonly scramblesCallbacks?: boolean;
}

const TWO_DAYS_SECONDS = 2 * 86_400;

/** The keys are stored with mandates in place of the account number: keep them. */
export const DEBIT_OUTCOMES = {
  ACCEPTED: { summary: 'accepted and paid', mandate: 'accepted', collection: 'paid' },
  REJECTED: {
    summary: 'the bank rejects the mandate',
    mandate: 'rejected',
    collection: 'paid',
  },
  UNDECIDED: {
    summary: 'the bank decides only on request',
    mandate: 'undecided',
    collection: 'paid',
  },
  REVOKED_LATER: {
    summary: 'accepted; the payer revokes it 60 s later, and payments wait until then',
    mandate: 'accepted',
    revokedAfterSeconds: 60,
    collection: 'waits',
  },
  INSUFFICIENT_FUNDS: {
    summary: 'accepted; payments fail, insufficient funds',
    mandate: 'accepted',
    collection: 'insufficient_funds',
  },
  RETURNED: {
    summary: 'accepted; the bank returns payments 2 days later',
    mandate: 'accepted',
    collection: 'paid',
    returnedAfterSeconds: TWO_DAYS_SECONDS,
  },
  REINSTATED: {
    summary: 'accepted; the bank returns payments 2 days later, and cancels that 2 days after',
    mandate: 'accepted',
    collection: 'paid',
    returnedAfterSeconds: TWO_DAYS_SECONDS,
    reinstatedAfterSeconds: TWO_DAYS_SECONDS,
  },
  ANSWER_LOST: {
    summary: 'accepted and paid, but every answer is lost',
    mandate: 'accepted',
    collection: 'paid',
    losesAnswer: true,
  },
  CALLBACKS_SCRAMBLED: {
    summary: 'accepted and paid; call-backs are repeated, contradictory and out of order',
    mandate: 'accepted',
    collection: 'paid',
    scramblesCallbacks: true,
  },
} as const satisfies Record<string, DebitOutcome>;

export type DebitOutcomeName = keyof typeof DEBIT_OUTCOMES;

export function debitOutcomeOf(name: DebitOutcomeName): DebitOutcome {
  return DEBIT_OUTCOMES[name];
}

/** The endings are a contract with users: their own tests rely on them. Add, never change. */
const BY_ENDING: Readonly<Record<string, DebitOutcomeName>> = {
  '0002': 'REJECTED',
  '0003': 'UNDECIDED',
  '0004': 'REVOKED_LATER',
  '0005': 'INSUFFICIENT_FUNDS',
  '0006': 'RETURNED',
  '0007': 'ANSWER_LOST',
  '0008': 'CALLBACKS_SCRAMBLED',
  '0009': 'REINSTATED',
};

const LAST = 4;

/** The last four digits of an account number; other characters do not count. */
export function lastDigitsOf(accountNumber: string): string {
  return accountNumber.replace(/\D/gu, '').slice(-LAST);
}

export function outcomeOfAccount(accountNumber: string): DebitOutcomeName {
  return BY_ENDING[lastDigitsOf(accountNumber)] ?? 'ACCEPTED';
}
