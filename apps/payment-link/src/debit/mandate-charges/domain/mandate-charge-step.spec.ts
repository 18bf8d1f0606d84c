import { MANDATE_CHARGE_TRUTHS } from '@towpath/contracts';
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
  MANDATE_CHARGE_TRUTHS.map((truth) => [state, truth] as const),
);

describe('a payment and the charge of its mandate', () => {
  it.each(pairs)('%s, %s at the bank: along the edges, to what the bank says', (state, truth) => {
    const steps = chargedSteps(state, truth, fresh);
    let status: string = state;
    for (const step of steps) status = paymentMachine.move(status as never, COMMANDS[step]).to;
    if (steps.length > 0) expect(status).toBe(ENDS[truth]);
  });

  it.each(pairs)('%s, %s twice is the same as once', (state, truth) => {
    const once = chargedSteps(state, truth, fresh);
    let status: string = state;
    for (const step of once) status = paymentMachine.move(status as never, COMMANDS[step]).to;
    const returned = once.includes('TAKE_BACK');
    expect(chargedSteps(status as never, truth, { returned })).toEqual(
      truth === 'RETURNED' && !returned && status === 'EXECUTED' ? ['TAKE_BACK'] : [],
    );
  });

  it('shows one return at most', () => {
    for (const [state, truth] of pairs) {
      expect(chargedSteps(state, truth, { returned: true })).toEqual([]);
    }
  });
});
