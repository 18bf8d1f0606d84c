import type { BankFailure, BankReason } from '../ports.js';

/** Explanations of the reason codes of ISO 20022; a bank's own sentence is never shown. */
const FAILURES: Readonly<Record<string, BankFailure>> = {
  AC01: declined('The bank does not know the account.'),
  AC04: declined('The account is closed.'),
  AC06: declined('The account is blocked.'),
  AG01: declined('The bank allows no direct debits from this account.'),
  AM02: {
    code: 'TRANSACTION_LIMIT_EXCEEDED',
    explanation: 'The amount is above what the bank may collect.',
  },
  AM03: {
    code: 'CURRENCY_MISMATCH',
    explanation: 'The bank collects in the currency of the mandate only.',
  },
  AM04: { code: 'INSUFFICIENT_FUNDS', explanation: 'The account does not have the money.' },
  MD01: { code: 'INVALID_MANDATE_STATUS', explanation: 'The mandate does not hold at the bank.' },
  MD06: declined('The payer had the bank return the money.'),
  MD16: declined('The payer withdrew the mandate at the bank.'),
  MD17: declined('The mandate was ended at the bank for the merchant.'),
  MS02: declined('The merchant sent the money back.'),
  MD20: {
    code: 'MANDATE_NOT_IN_VALIDITY_PERIOD',
    explanation: 'The mandate does not cover this day at the bank.',
  },
};

/** Null without a reason; an unknown code says only that the bank refused. */
export function failureOf(reason: BankReason | null | undefined): BankFailure | null {
  if (!reason) return null;
  return FAILURES[reason.code] ?? declined('The bank refused for a reason of its own.');
}

function declined(explanation: string): BankFailure {
  return { code: 'PAYMENT_METHOD_DECLINED', explanation };
}
