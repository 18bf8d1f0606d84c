import { CHARGE_BANK_STATUSES } from '@towpath/kernel';
import { paymentMachine, type PaymentCommand } from '../../money/payments/payment.transitions.js';
import type { ChargedStep } from '../../money/payments/payment.js';
import { CHARGED_STATES, chargedSteps } from './charge-update.js';

const COMMANDS: Record<ChargedStep, PaymentCommand> = {
  HAND_OVER: 'submit',
  EXECUTE: 'execute',
  FAIL: 'fail',
  REVOKE: 'revoke',
  TAKE_BACK: 'takeBack',
  REINSTATE: 'reinstate',
  CORRECT: 'correctToExecuted',
};
const ENDS = {
  NOT_SEEN: null,
  PENDING: 'SUBMITTED',
  EXECUTED: 'EXECUTED',
  FAILED: 'FAILED',
  REVOKED: 'REVOKED',
  RETURNED: 'EXECUTED',
  REINSTATED: 'EXECUTED',
} as const;

const fresh = { returned: false, reinstated: false };
const pairs = CHARGED_STATES.flatMap((state) =>
  CHARGE_BANK_STATUSES.map((bankStatus) => [state, bankStatus] as const),
);

describe('a payment by mandate', () => {
  it.each(pairs)(
    'in %s with %s at the bank moves along the edges, to the status of the bank',
    (state, bankStatus) => {
      const steps = chargedSteps(state, bankStatus, fresh);
      let status: string = state;
      for (const step of steps) status = paymentMachine.move(status as never, COMMANDS[step]).to;
      if (steps.length > 0) expect(status).toBe(ENDS[bankStatus]);
    },
  );

  it.each(pairs)('in %s that gets %s twice ends as if it came once', (state, bankStatus) => {
    const once = chargedSteps(state, bankStatus, fresh);
    let status: string = state;
    for (const step of once) status = paymentMachine.move(status as never, COMMANDS[step]).to;
    const returned = once.includes('TAKE_BACK');
    const reinstated = once.includes('REINSTATE');
    expect(chargedSteps(status as never, bankStatus, { returned, reinstated })).toEqual([]);
  });

  it('shows at most one return, and one that was cancelled stays so', () => {
    for (const [state, bankStatus] of pairs) {
      const steps = bankStatus === 'REINSTATED' ? ['REINSTATE'] : [];
      const returned = { returned: true, reinstated: false };
      expect(chargedSteps(state, bankStatus, returned)).toEqual(steps);
      expect(chargedSteps(state, bankStatus, { ...returned, reinstated: true })).toEqual([]);
    }
  });
});
