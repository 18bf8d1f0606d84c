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
      const step = debitStep({ status: state, reinstated: false }, bankStatus);
      if (typeof step === 'string') return;
      let status = state;
      for (const command of step) status = directDebitMachine.move(status, command).to;
      const ends = { PENDING: 'SUBMITTED', REINSTATED: 'EXECUTED' } as Record<string, string>;
      expect(status).toBe(ends[bankStatus] ?? bankStatus);
    },
  );

  it('is sent again only when the bank never received it and it is undecided', () => {
    const sent = pairs.filter(
      ([state, bankStatus]) =>
        debitStep({ status: state, reinstated: false }, bankStatus) === 'SEND',
    );
    expect(sent).toEqual([['RESERVED', 'NOT_SEEN']]);
  });

  it('is only returned after its execution, and its return cancelled once', () => {
    const after = (status: 'EXECUTED' | 'RETURNED', reinstated = false) =>
      CHARGE_BANK_STATUSES.map((each) => debitStep({ status, reinstated }, each)).filter(
        (step) => step !== 'REST',
      );
    expect(after('EXECUTED')).toEqual([['takeBack'], ['takeBack', 'reinstate']]);
    expect(after('RETURNED')).toEqual([['reinstate']]);
    expect(after('EXECUTED', true)).toEqual([]);
  });
});
