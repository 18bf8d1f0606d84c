import { GATEWAY_STATUSES } from '@towpath/kernel';
import { CHARGE_STATES, chargeStep, preparedChargeStep } from './charge.js';

describe('a charge of a stored card', () => {
  it('never takes money for a payment that has ended', () => {
    for (const gatewayStatus of GATEWAY_STATUSES) {
      expect(['REST', 'VOID', 'CORRECT']).toContain(chargeStep('FAILED', gatewayStatus));
      const isLost = gatewayStatus === 'CAPTURE_FAILED';
      expect(chargeStep('EXECUTED', gatewayStatus)).toBe(isLost ? 'TAKE_BACK' : 'REST');
    }
  });

  it('captures money only after an authorization', () => {
    const taken = CHARGE_STATES.flatMap((state) =>
      GATEWAY_STATUSES.filter((gatewayStatus) =>
        ['CAPTURE', 'DECIDE'].includes(chargeStep(state, gatewayStatus)),
      ),
    );
    expect(new Set(taken)).toEqual(new Set(['AUTHORIZED']));
  });

  it('never waits for a payer, because none is present', () => {
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

  it('confirms what the gateway prepared only while its payment is open', () => {
    expect(CHARGE_STATES.map((state) => preparedChargeStep(state))).toEqual([
      'CONFIRM',
      'REST',
      'REST',
      'VOID',
    ]);
  });
});
