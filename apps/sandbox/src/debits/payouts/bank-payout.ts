import { derivedReference } from '../../base/parties/derived-reference.js';
import { lastDigitsOf, type BankReason } from '../direct-debit/domain/debit-outcomes.js';
import { BANK } from '../../base/parties/gateways.js';

export type BankPayoutState = 'EXECUTED' | 'REJECTED';

export interface PayoutRequest {
  /** Chosen by the merchant; the same request may be sent again under it. */
  readonly reference: string;
  readonly customerAppId: string;
  readonly debtorAccount: string;
  readonly creditorName: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly text: string | null;
}

export interface BankPayoutRecord extends PayoutRequest {
  readonly last4: string;
  readonly fingerprint: string;
  readonly requestHash: string;
  readonly state: BankPayoutState;
  readonly reason: BankReason | null;
  readonly orderReference: string;
  readonly transactionReference: string | null;
  readonly createdAt: Date;
}

/** The endings are a contract with users: their own tests rely on them. Add, never change. */
const REJECTED = '0002';
const ANSWER_LOST = '0007';

const NO_SUCH_ACCOUNT: BankReason = { code: 'AC01', text: 'The account does not exist.' };

/** Done, but not answered. */
export function losesAnswer({ last4 }: Pick<BankPayoutRecord, 'last4'>): boolean {
  return last4 === ANSWER_LOST;
}

/** The bank decides at once, by the last four digits of the account. */
export function decidedPayout(
  request: PayoutRequest,
  given: {
    readonly accountNumber: string;
    readonly fingerprint: string;
    readonly requestHash: string;
    readonly now: Date;
  },
): BankPayoutRecord {
  const last4 = lastDigitsOf(given.accountNumber);
  const rejected = last4 === REJECTED;
  const named = { gateway: BANK, ...request } as const;
  return {
    ...request,
    last4,
    fingerprint: given.fingerprint,
    requestHash: given.requestHash,
    state: rejected ? 'REJECTED' : 'EXECUTED',
    reason: rejected ? NO_SUCH_ACCOUNT : null,
    orderReference: `ORD${derivedReference(named, 'payout order', 12)}`,
    transactionReference: rejected ? null : `${BANK}${derivedReference(named, 'payout', 16)}`,
    createdAt: given.now,
  };
}
