import { lastDigitsOf, type BankReason } from '../direct-debit/debit-outcomes.js';
import type { BankPayoutRecord } from './bank-payout.table.js';

export type PayoutRequest = Pick<
  BankPayoutRecord,
  'reference' | 'customerAppId' | 'debtorAccount' | 'creditorName' | 'amount' | 'currency' | 'text'
>;

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
    /** References that follow from the request alone. */
    readonly issued: { readonly order: string; readonly paid: string };
    readonly now: Date;
  },
): BankPayoutRecord {
  const last4 = lastDigitsOf(given.accountNumber);
  const rejected = last4 === REJECTED;
  return {
    ...request,
    last4,
    fingerprint: given.fingerprint,
    requestHash: given.requestHash,
    state: rejected ? 'REJECTED' : 'EXECUTED',
    reason: rejected ? NO_SUCH_ACCOUNT : null,
    orderReference: given.issued.order,
    transactionReference: rejected ? null : given.issued.paid,
    createdAt: given.now,
  };
}
