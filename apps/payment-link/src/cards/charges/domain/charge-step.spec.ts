import { CHARGE_STATES, CHARGE_TRUTHS, chargeStep } from './charge-step.js';

describe('a charge and the books of the gateway', () => {
  it('never takes money for a payment that has ended', () => {
    for (const truth of CHARGE_TRUTHS) {
      expect(['REST', 'VOID', 'CORRECT']).toContain(chargeStep('FAILED', truth));
      expect(chargeStep('EXECUTED', truth)).toBe('REST');
    }
  });

  it('asks for money only after an authorization', () => {
    const taken = CHARGE_STATES.flatMap((state) =>
      CHARGE_TRUTHS.filter((truth) => ['CAPTURE', 'DECIDE'].includes(chargeStep(state, truth))),
    );
    expect(new Set(taken)).toEqual(new Set(['AUTHORIZED']));
  });

  it('waits for no payer: there is none', () => {
    expect(chargeStep('PROCESSING', 'ACTION_REQUIRED')).toBe('PAYER_ABSENT');
  });

  it('follows the money that the gateway took, whatever was recorded', () => {
    expect(CHARGE_STATES.map((state) => chargeStep(state, 'CAPTURED'))).toEqual([
      'TAKE',
      'SUCCEED',
      'REST',
      'CORRECT',
    ]);
  });
});
