import { outcomeOf } from './card-outcomes.js';
import { planCallbacks } from './card-callbacks.js';

const PAYMENT = 'PAYMENT' as const;
const SETUP = 'SETUP' as const;

describe('call-backs of a card', () => {
  it('a change that no answer contained is sent once', () => {
    const outcome = outcomeOf('CHALLENGED');
    expect(
      planCallbacks(outcome, { event: 'authorized', answered: false, purpose: PAYMENT }),
    ).toEqual(['authorized']);
    expect(planCallbacks(outcome, { event: 'captured', answered: true, purpose: PAYMENT })).toEqual(
      [],
    );
  });

  it('a card that loses answers sends no call-back', () => {
    const outcome = outcomeOf('ANSWER_LOST');
    expect(planCallbacks(outcome, { event: 'captured', answered: true, purpose: PAYMENT })).toEqual(
      [],
    );
  });

  it.each(['captured', 'capture_failed', 'voided'] as const)(
    'a scrambling card sends %s before authorized, each three times',
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

  it('a set-up with a scrambling card repeats its call-back at once', () => {
    const outcome = outcomeOf('CALLBACKS_SCRAMBLED');
    const plan = planCallbacks(outcome, { event: 'authorized', answered: true, purpose: SETUP });
    expect(plan).toEqual(['authorized', 'authorized', 'authorized']);
  });

  it('a refund of a scrambling card repeats its call-back', () => {
    const outcome = outcomeOf('CALLBACKS_SCRAMBLED');
    const plan = planCallbacks(outcome, { event: 'refunded', answered: true, purpose: PAYMENT });
    expect(plan).toEqual(['refunded', 'refunded', 'refunded']);
  });
});
