import { aView, anAttempt } from './fakes.js';
import { chosenSurcharge, withSurcharge } from './surcharge.js';

const view = aView({
  amount: 12_500,
  attempt: { ...anAttempt('AUTHORIZATION_REQUIRED'), surcharge_amount: 300 },
});

describe('the surcharge of the chosen method', () => {
  it.each(['mandate', 'transfer', 'processing', 'success'] as const)('counts at %s', (screen) => {
    expect(chosenSurcharge(view, screen)).toBe(300);
  });

  it.each(['card_form', 'failed', 'expired'] as const)('does not at %s', (screen) => {
    expect(chosenSurcharge(view, screen)).toBe(0);
  });

  it('is none without an attempt, and none of an attempt without one', () => {
    expect(chosenSurcharge(aView(), 'success')).toBe(0);
    expect(chosenSurcharge(aView({ attempt: anAttempt('EXECUTED') }), 'success')).toBe(0);
  });

  it('is added to what is paid, and to no set-up', () => {
    expect(withSurcharge(view, 300).amount).toBe(12_800);
    expect(withSurcharge(aView({ amount: null }), 300).amount).toBeNull();
  });
});
