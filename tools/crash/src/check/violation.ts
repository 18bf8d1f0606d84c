/** What the checker can find, each under the promise that it breaks. */
export const VIOLATIONS = {
  // 1: no lost change, and nothing effected twice.
  ACKNOWLEDGED_LINK_LOST: 1,
  ACKNOWLEDGED_STATUS_LOST: 1,
  REFUSED_LINK_EXISTS: 1,
  REFUSED_CARD_CHARGED: 1,
  ACKNOWLEDGED_CHARGE_LOST: 1,
  REFUSED_CHARGE_EXISTS: 1,
  MANDATE_DISAGREES: 1,
  DEBIT_DISAGREES: 1,
  DISPUTE_DISAGREES: 1,
  PAYOUT_DISAGREES: 1,
  BILL_DISAGREES: 1,
  REFUND_DISAGREES: 1,
  INCOMING_DISAGREES: 1,
  STATUS_WENT_BACK: 1,
  HISTORY_GAP: 1,
  HISTORY_BROKEN: 1,
  HISTORY_DISAGREES: 1,
  MOVE_NOT_ALLOWED: 1,
  EVENT_NOT_WRITTEN: 1,
  EVENT_WITHOUT_CHANGE: 1,
  EVENT_UNPUBLISHED: 1,
  EVENT_MISSING: 1,
  EVENT_UNKNOWN: 1,
  EVENT_ALTERED: 1,
  WEBHOOK_NOT_RECORDED: 1,
  WEBHOOK_RECORDED_TWICE: 1,
  WEBHOOK_MISSING: 1,
  WEBHOOK_UNKNOWN: 1,
  WEBHOOK_ALTERED: 1,
  WEBHOOK_UNVERIFIED: 1,
  ACKNOWLEDGED_LOGIN_LOST: 1,
  LOGIN_STUCK: 1,
  PRODUCT_MISSING: 1,
  PRODUCT_TWICE: 1,
  TRANSACTIONS_WRONG: 1,
  INTENT_DISAGREES: 1,
  CUSTOMER_TWICE: 1,
  UNFINISHED: 1,
  PROCESS_ENDED: 1,
  // 2: per aggregate, consumers see changes in order.
  EVENT_ORDER: 2,
  EVENT_ELSEWHERE: 2,
  WEBHOOK_SEQUENCE: 2,
  WEBHOOK_ORDER: 2,
  // 3: a link succeeds at most once, a payment is charged at most once, no money for dead links.
  TWO_SUCCESSES: 3,
  DOUBLE_CHARGE: 3,
  WRONG_CHARGE: 3,
  CHARGE_MISSING: 3,
  CHARGE_NOT_RETURNED: 3,
  PAID_MONEY_RETURNED: 3,
  PAID_WITHOUT_PAYMENT: 3,
  PAYMENT_WITHOUT_PAID: 3,
  STUCK_ATTEMPT: 3,
  CHARGE_UNKNOWN: 3,
  INTENT_UNKNOWN: 3,
  CARD_KEPT: 3,
  MANDATE_NOT_CURRENT: 3,
  DRAFT_NOT_CLOSED: 3,
  // 4: a mandate is never charged beyond what its payer allowed.
  LIMIT_EXCEEDED: 4,
  USAGE_WRONG: 4,
  // 5: money.
  TRANSFER_MISSING: 5,
  TRANSFER_EXTRA: 5,
  TRANSFER_WRONG: 5,
  LEDGER_UNBALANCED: 5,
  CHECKPOINT_WRONG: 5,
  BOOKS_DISAGREE: 5,
  DISPUTE_HELD_TWICE: 5,
  DISPUTE_RELEASED_UNWON: 5,
  DISPUTE_MONEY_WRONG: 5,
  PAYOUT_UNFUNDED: 5,
  INCOMING_WRONG: 5,
  PROCESSOR_TRANSFER_WRONG: 5,
  AT_PROCESSOR_DISAGREES: 5,
  // 6: a repeated request gives one effect.
  REPEAT_MADE_ANOTHER: 6,
  REPEAT_CHANGED_CONTENT: 6,
  // 7: nothing of a login outlives its deletion.
  LOGIN_REMAINS: 7,
} as const;
export type ViolationName = keyof typeof VIOLATIONS;

export interface Violation {
  readonly name: ViolationName;
  /** Number of the promise that is broken. */
  readonly promise: number;
  /** The subject: `payment 01JQ…`. */
  readonly subject: string;
  readonly details: string;
}

/** Collects what one rule finds. */
export class Findings {
  readonly list: Violation[] = [];

  add(name: ViolationName, { subject, details }: Pick<Violation, 'subject' | 'details'>): void {
    this.list.push({ name, promise: VIOLATIONS[name], subject, details });
  }

  /** Adds what is wrong with one subject. */
  about(subject: string): (isWrong: boolean, name: ViolationName, details: string) => void {
    return (isWrong, name, details) => {
      if (isWrong) this.add(name, { subject, details });
    };
  }
}
