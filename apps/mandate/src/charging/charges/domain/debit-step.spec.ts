import { CHARGE_BANK_STATUSES } from '@towpath/kernel';
import { debitStep } from './debit-step.js';
import { DIRECT_DEBIT_STATES, directDebitMachine } from './direct-debit.transitions.js';

const pairs = DIRECT_DEBIT_STATES.flatMap((state) =>
  CHARGE_BANK_STATUSES.map((bankStatus) => [state, bankStatus] as const),
);

describe('a direct debit and the books of the bank', () => {
  it.each(pairs)(
    '%s, %s at the bank: only along the edges, to what the bank says',
    (state, bankStatus) => {
      const step = debitStep(state, bankStatus);
      if (typeof step === 'string') return;
      let status = state;
      for (const command of step) status = directDebitMachine.move(status, command).to;
      expect(status).toBe(bankStatus === 'PENDING' ? 'SUBMITTED' : bankStatus);
    },
  );

  it('sends again only what the bank never saw and nobody has decided', () => {
    const sent = pairs.filter(([state, bankStatus]) => debitStep(state, bankStatus) === 'SEND');
    expect(sent).toEqual([['RESERVED', 'NOT_SEEN']]);
  });

  it('never undoes money: what was executed is only ever returned', () => {
    const after = CHARGE_BANK_STATUSES.map((bankStatus) => debitStep('EXECUTED', bankStatus));
    expect(after.filter((step) => step !== 'REST')).toEqual([['takeBack']]);
    for (const bankStatus of CHARGE_BANK_STATUSES)
      expect(debitStep('RETURNED', bankStatus)).toBe('REST');
  });
});
