import type { ChargeBankStatus } from '@towpath/kernel';
import type { DirectDebitCommand, DirectDebitState } from '../charges/direct-debit.transitions.js';

/**
 * The next step after an answer of the bank.
 * - commands: adopt the bank's status.
 * - `SEND`: the order never arrived; send it again, or give it up.
 * - `WAIT`: the bank has not decided; ask again later.
 * - `REST`: both sides agree permanently, or the answer is older than our state.
 */
type DebitStep = 'SEND' | 'WAIT' | 'REST' | readonly DirectDebitCommand[];

const DONE: Record<ChargeBankStatus, DebitStep> = {
  NOT_SEEN: 'REST',
  PENDING: 'REST',
  EXECUTED: 'REST',
  FAILED: 'REST',
  REVOKED: 'REST',
  RETURNED: 'REST',
};

/** Ended without money; if the bank has the money after all, our books follow it. */
const ENDED: Record<ChargeBankStatus, DebitStep> = {
  ...DONE,
  EXECUTED: ['correctToExecuted'],
  RETURNED: ['correctToExecuted', 'takeBack'],
};

/** Our state x the bank's books: every pair has an answer, so no call-back can surprise us. */
const STEPS: Record<DirectDebitState, Record<ChargeBankStatus, DebitStep>> = {
  RESERVED: {
    NOT_SEEN: 'SEND',
    PENDING: ['submit'],
    EXECUTED: ['submit', 'execute'],
    FAILED: ['fail'],
    REVOKED: ['submit', 'revoke'],
    RETURNED: ['submit', 'execute', 'takeBack'],
  },
  SUBMITTED: {
    NOT_SEEN: 'WAIT',
    PENDING: 'WAIT',
    EXECUTED: ['execute'],
    FAILED: ['fail'],
    REVOKED: ['revoke'],
    RETURNED: ['execute', 'takeBack'],
  },
  EXECUTED: { ...DONE, RETURNED: ['takeBack'] },
  FAILED: ENDED,
  REVOKED: ENDED,
  RETURNED: DONE,
};

export function debitStep(state: DirectDebitState, bankStatus: ChargeBankStatus): DebitStep {
  return STEPS[state][bankStatus];
}
