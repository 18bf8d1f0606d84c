import { aView, anAttempt } from './fakes.js';
import { chosenSurcharge, withSurcharge } from './screen-of.js';

const view = aView({
  amount: 12_500,
  attempt: { ...anAttempt('AUTHORIZATION_REQUIRED'), surcharge_amount: 300 },
});

describe('the surcharge of the chosen method', () => {
  it.each(['mandate', 'transfer', 'processing', 'success'] as const)(
    'is included on the screen %s',
    (screen) => {
      expect(chosenSurcharge(view, screen)).toBe(300);
    },
  );

  it.each(['card_form', 'failed', 'expired'] as const)(
    'is not included on the screen %s',
    (screen) => {
      expect(chosenSurcharge(view, screen)).toBe(0);
    },
  );

  it('is zero without an attempt, and for an attempt without a surcharge', () => {
    expect(chosenSurcharge(aView(), 'success')).toBe(0);
    expect(chosenSurcharge(aView({ attempt: anAttempt('EXECUTED') }), 'success')).toBe(0);
  });

  it('is added to the amount of a payment, but not of a set-up', () => {
    expect(withSurcharge(view, 300).amount).toBe(12_800);
    expect(withSurcharge(aView({ amount: undefined }), 300).amount).toBeUndefined();
  });
});
