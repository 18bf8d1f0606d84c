import { CHARGE_BANK_STATUSES } from '@towpath/kernel';
import {
  paymentMachine,
  type PaymentCommand,
} from '../../../money/payments/domain/payment.transitions.js';
import { CHARGED_STATES, chargedSteps, type ChargedStep } from './mandate-charge-step.js';

const COMMANDS: Record<ChargedStep, PaymentCommand> = {
  HAND_OVER: 'submit',
  EXECUTE: 'execute',
  FAIL: 'fail',
  REVOKE: 'revoke',
  TAKE_BACK: 'takeBack',
  CORRECT: 'correctToExecuted',
};
const ENDS = {
  NOT_SEEN: null,
  PENDING: 'SUBMITTED',
  EXECUTED: 'EXECUTED',
  FAILED: 'FAILED',
  REVOKED: 'REVOKED',
  RETURNED: 'EXECUTED',
} as const;

const fresh = { returned: false };
const pairs = CHARGED_STATES.flatMap((state) =>
  CHARGE_BANK_STATUSES.map((bankStatus) => [state, bankStatus] as const),
);

describe('a payment and the charge of its mandate', () => {
  it.each(pairs)(
    '%s, %s at the bank: along the edges, to what the bank says',
    (state, bankStatus) => {
      const steps = chargedSteps(state, bankStatus, fresh);
      let status: string = state;
      for (const step of steps) status = paymentMachine.move(status as never, COMMANDS[step]).to;
      if (steps.length > 0) expect(status).toBe(ENDS[bankStatus]);
    },
  );

  it.each(pairs)('%s, %s twice is the same as once', (state, bankStatus) => {
    const once = chargedSteps(state, bankStatus, fresh);
    let status: string = state;
    for (const step of once) status = paymentMachine.move(status as never, COMMANDS[step]).to;
    const returned = once.includes('TAKE_BACK');
    expect(chargedSteps(status as never, bankStatus, { returned })).toEqual(
      bankStatus === 'RETURNED' && !returned && status === 'EXECUTED' ? ['TAKE_BACK'] : [],
    );
  });

  it('shows one return at most', () => {
    for (const [state, bankStatus] of pairs) {
      expect(chargedSteps(state, bankStatus, { returned: true })).toEqual([]);
    }
  });
});
