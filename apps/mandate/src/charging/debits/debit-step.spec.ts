import { CHARGE_BANK_STATUSES } from '@towpath/kernel';
import { debitStep } from './debit-step.js';
import { DIRECT_DEBIT_STATES, directDebitMachine } from '../charges/direct-debit.transitions.js';

const pairs = DIRECT_DEBIT_STATES.flatMap((state) =>
  CHARGE_BANK_STATUSES.map((bankStatus) => [state, bankStatus] as const),
);

describe('a direct debit', () => {
  it.each(pairs)(
    'in %s with %s at the bank moves only along the edges, to the status of the bank',
    (state, bankStatus) => {
      const step = debitStep(state, bankStatus);
      if (typeof step === 'string') return;
      let status = state;
      for (const command of step) status = directDebitMachine.move(status, command).to;
      expect(status).toBe(bankStatus === 'PENDING' ? 'SUBMITTED' : bankStatus);
    },
  );

  it('is sent again only when the bank never received it and it is undecided', () => {
    const sent = pairs.filter(([state, bankStatus]) => debitStep(state, bankStatus) === 'SEND');
    expect(sent).toEqual([['RESERVED', 'NOT_SEEN']]);
  });

  it('is only ever returned, never undone, after its execution', () => {
    const after = CHARGE_BANK_STATUSES.map((bankStatus) => debitStep('EXECUTED', bankStatus));
    expect(after.filter((step) => step !== 'REST')).toEqual([['takeBack']]);
    for (const bankStatus of CHARGE_BANK_STATUSES)
      expect(debitStep('RETURNED', bankStatus)).toBe('REST');
  });
});
