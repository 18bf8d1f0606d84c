import type { ChargeBankStatus } from '@towpath/kernel';
import type { DirectDebitSnapshot } from '../charges/direct-debit.table.js';
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
  REINSTATED: 'REST',
};

/** Ended without money; if the bank has the money after all, our books follow it. */
const ENDED: Record<ChargeBankStatus, DebitStep> = {
  ...DONE,
  EXECUTED: ['correctToExecuted'],
  RETURNED: ['correctToExecuted', 'takeBack'],
  REINSTATED: ['correctToExecuted', 'takeBack', 'reinstate'],
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
    REINSTATED: ['submit', 'execute', 'takeBack', 'reinstate'],
  },
  SUBMITTED: {
    NOT_SEEN: 'WAIT',
    PENDING: 'WAIT',
    EXECUTED: ['execute'],
    FAILED: ['fail'],
    REVOKED: ['revoke'],
    RETURNED: ['execute', 'takeBack'],
    REINSTATED: ['execute', 'takeBack', 'reinstate'],
  },
  EXECUTED: { ...DONE, RETURNED: ['takeBack'], REINSTATED: ['takeBack', 'reinstate'] },
  FAILED: ENDED,
  REVOKED: ENDED,
  RETURNED: { ...DONE, REINSTATED: ['reinstate'] },
};

/** After a cancelled return every answer is older than our state. */
export function debitStep(
  { status, reinstated }: Pick<DirectDebitSnapshot, 'status' | 'reinstated'>,
  bankStatus: ChargeBankStatus,
): DebitStep {
  return reinstated ? 'REST' : STEPS[status][bankStatus];
}
