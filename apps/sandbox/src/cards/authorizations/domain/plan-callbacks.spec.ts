import { outcomeOf } from './card-outcomes.js';
import { planCallbacks } from './plan-callbacks.js';

const PAYMENT = 'PAYMENT' as const;
const SETUP = 'SETUP' as const;

describe('call-backs of a card', () => {
  it('tells once what no answer told', () => {
    const outcome = outcomeOf('CHALLENGED');
    expect(
      planCallbacks(outcome, { event: 'authorized', answered: false, purpose: PAYMENT }),
    ).toEqual(['authorized']);
    expect(planCallbacks(outcome, { event: 'captured', answered: true, purpose: PAYMENT })).toEqual(
      [],
    );
  });

  it('is silent where the answer is lost, so that the merchant has to ask', () => {
    const outcome = outcomeOf('ANSWER_LOST');
    expect(planCallbacks(outcome, { event: 'captured', answered: true, purpose: PAYMENT })).toEqual(
      [],
    );
  });

  it.each(['captured', 'capture_failed', 'voided'] as const)(
    'scrambles: %s arrives before authorized, each three times',
    (event) => {
      const outcome = outcomeOf('CALLBACKS_SCRAMBLED');
      const held = planCallbacks(outcome, {
        event: 'authorized',
        answered: true,
        purpose: PAYMENT,
      });
      const sent = planCallbacks(outcome, { event, answered: true, purpose: PAYMENT });
      expect(held).toEqual([]);
      expect(sent).toEqual([event, 'authorized', event, 'authorized', 'authorized', event]);
    },
  );

  it('scrambles: a set-up, which has no later event, repeats at once', () => {
    const outcome = outcomeOf('CALLBACKS_SCRAMBLED');
    const plan = planCallbacks(outcome, { event: 'authorized', answered: true, purpose: SETUP });
    expect(plan).toEqual(['authorized', 'authorized', 'authorized']);
  });

  it('scrambles: a refund is repeated', () => {
    const outcome = outcomeOf('CALLBACKS_SCRAMBLED');
    const plan = planCallbacks(outcome, { event: 'refunded', answered: true, purpose: PAYMENT });
    expect(plan).toEqual(['refunded', 'refunded', 'refunded']);
  });
});
