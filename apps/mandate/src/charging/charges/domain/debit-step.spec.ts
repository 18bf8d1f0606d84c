import { MANDATE_CHARGE_TRUTHS } from '@towpath/contracts';
import { debitStep } from './debit-step.js';
import { DIRECT_DEBIT_STATES, directDebitMachine } from './direct-debit.transitions.js';

const pairs = DIRECT_DEBIT_STATES.flatMap((state) =>
  MANDATE_CHARGE_TRUTHS.map((truth) => [state, truth] as const),
);

describe('a direct debit and the books of the bank', () => {
  it.each(pairs)(
    '%s, %s at the bank: only along the edges, to what the bank says',
    (state, truth) => {
      const step = debitStep(state, truth);
      if (typeof step === 'string') return;
      let status = state;
      for (const command of step) status = directDebitMachine.move(status, command).to;
      expect(status).toBe(truth === 'PENDING' ? 'SUBMITTED' : truth);
    },
  );

  it('sends again only what the bank never saw and nobody has decided', () => {
    const sent = pairs.filter(([state, truth]) => debitStep(state, truth) === 'SEND');
    expect(sent).toEqual([['RESERVED', 'NOT_SEEN']]);
  });

  it('never undoes money: what was executed is only ever returned', () => {
    const after = MANDATE_CHARGE_TRUTHS.map((truth) => debitStep('EXECUTED', truth));
    expect(after.filter((step) => step !== 'REST')).toEqual([['takeBack']]);
    for (const truth of MANDATE_CHARGE_TRUTHS) expect(debitStep('RETURNED', truth)).toBe('REST');
  });
});
