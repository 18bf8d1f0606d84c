import type { MandateFailure } from './mandate.table.js';

/** The bank ended it in words that say no more. */
export const REJECTED_BY_BANK: MandateFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The bank rejected the mandate.',
};

export const NEVER_ARRIVED: MandateFailure = {
  code: 'PAYMENT_METHOD_DECLINED',
  explanation: 'The mandate never arrived at the bank.',
};

/** The payer's account was deleted, or the payer erased, before the bank was asked. */
export const ACCOUNT_GONE: MandateFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The account of the payer was deleted before the bank was asked.',
};

export const LINK_GONE: MandateFailure = {
  code: 'INVALID_PAYMENT_LINK_STATUS',
  explanation: 'The payment link no longer waits for this mandate.',
};

/** The payer was erased after giving everything, and before their account was kept. */
export const PAYER_GONE: MandateFailure = {
  code: 'PAYMENT_USER_NOT_FOUND',
  explanation: 'The payer was erased before the bank was asked.',
};

/** The settlement account has no bank, or one that this kind of customer app does not reach. */
export const NO_BANK: MandateFailure = {
  code: 'PAYMENT_ACCOUNT_NOT_FOUND',
  explanation: 'The settlement account takes no mandates: no bank is connected to it.',
};
