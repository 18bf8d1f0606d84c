import type { ChargeBankStatus } from '@towpath/kernel';

/** States of a payment that a mandate is charged for; null: it does not exist yet. */
export const CHARGED_STATES = ['PROCESSING', 'SUBMITTED', 'EXECUTED', 'FAILED', 'REVOKED'] as const;
export type ChargedState = (typeof CHARGED_STATES)[number];

/** The steps by which a payment follows the books of the bank. */
export type ChargedStep = 'HAND_OVER' | 'EXECUTE' | 'FAIL' | 'REVOKE' | 'TAKE_BACK' | 'CORRECT';

const NOTHING: readonly ChargedStep[] = [];

const SAME: Record<ChargeBankStatus, readonly ChargedStep[]> = {
  NOT_SEEN: NOTHING,
  PENDING: NOTHING,
  EXECUTED: NOTHING,
  FAILED: NOTHING,
  REVOKED: NOTHING,
  RETURNED: NOTHING,
};

/** Ended without money; if the bank has the money after all, our books follow it. */
const ENDED: Record<ChargeBankStatus, readonly ChargedStep[]> = {
  ...SAME,
  EXECUTED: ['CORRECT'],
  RETURNED: ['CORRECT', 'TAKE_BACK'],
};

/** Payment x status at the bank: every pair has an answer, so late and repeated news are safe. */
const STEPS: Record<ChargedState, Record<ChargeBankStatus, readonly ChargedStep[]>> = {
  PROCESSING: {
    NOT_SEEN: NOTHING,
    PENDING: ['HAND_OVER'],
    EXECUTED: ['HAND_OVER', 'EXECUTE'],
    FAILED: ['FAIL'],
    REVOKED: ['HAND_OVER', 'REVOKE'],
    RETURNED: ['HAND_OVER', 'EXECUTE', 'TAKE_BACK'],
  },
  SUBMITTED: {
    ...SAME,
    EXECUTED: ['EXECUTE'],
    FAILED: ['FAIL'],
    REVOKED: ['REVOKE'],
    RETURNED: ['EXECUTE', 'TAKE_BACK'],
  },
  EXECUTED: { ...SAME, RETURNED: ['TAKE_BACK'] },
  FAILED: ENDED,
  REVOKED: ENDED,
};

/** @param returned whether the payment shows a return already: it shows one at most */
export function chargedSteps(
  state: ChargedState,
  bankStatus: ChargeBankStatus,
  { returned }: { readonly returned: boolean },
): readonly ChargedStep[] {
  return returned ? NOTHING : STEPS[state][bankStatus];
}
