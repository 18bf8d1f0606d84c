import { readFileSync } from 'node:fs';
import { isCardNumber, type CardBrand } from './card-number.js';
import { CARD_OUTCOMES, outcomeOf, type CardOutcomeName } from './card-outcomes.js';
import { decideAuthorization } from './authorization.js';
import { profileOf, TEST_CARDS } from './test-cards.js';

const now = new Date('2026-03-15T10:00:00.000Z');
const expiry = { month: 12, year: 2030 };

function decide(number: string, offSession: boolean) {
  const { outcome } = profileOf(number);
  const decision = decideAuthorization({ outcome: outcomeOf(outcome), expiry, offSession, now });
  switch (decision.command) {
    case 'decline':
      return `decline ${decision.decline.declineCode} ${decision.decline.resultCode}`;
    case 'defer':
      return `defer to ${decision.settlesAt.toISOString()}`;
    default:
      return decision.command;
  }
}

type Row = [number: string, brand: CardBrand, onSession: string, offSession?: string];

const contract: readonly Row[] = [
  ['4242424242424242', 'Visa', 'authorize'],
  ['5555555555554444', 'Mastercard', 'authorize'],
  ['378282246310005', 'American Express', 'authorize'],
  ['3530111333300000', 'JCB', 'authorize'],
  ['6200000000000005', 'UnionPay', 'authorize'],
  ['4000000000000002', 'Visa', 'decline generic_decline 05'],
  ['4000000000009995', 'Visa', 'decline insufficient_funds 51'],
  ['4000000000000069', 'Visa', 'decline expired_card 54'],
  ['4000002500003155', 'Visa', 'challenge'],
  ['4000000000003220', 'Visa', 'defer to 2026-03-15T10:00:30.000Z'],
  ['4000000000000119', 'Visa', 'authorize'],
  ['4000000000000127', 'Visa', 'authorize'],
  ['4000000000000341', 'Visa', 'authorize', 'decline generic_decline 05'],
  ['4000000000001976', 'Visa', 'authorize'],
  ['4000000000000259', 'Visa', 'authorize'],
  ['4000000000002685', 'Visa', 'authorize'],
];

describe('test cards', () => {
  it.each(contract)('%s (%s): %s', (...[number, brand, onSession, offSession = onSession]) => {
    expect(isCardNumber(number)).toBe(true);
    expect(profileOf(number)).toMatchObject({ brand, isCommercial: false });
    expect(decide(number, false)).toBe(onSession);
    expect(decide(number, true)).toBe(offSession);
  });

  it('there is no test card that this contract does not list', () => {
    expect(TEST_CARDS.map(({ number }) => number)).toEqual(contract.map(([number]) => number));
  });

  it('any other valid number is declined with a reason', () => {
    const real = '4111111111111111';
    expect(isCardNumber(real)).toBe(true);
    expect(profileOf(real)).toEqual({
      outcome: 'NOT_A_TEST_CARD',
      brand: 'Visa',
      funding: 'UNKNOWN',
      country: null,
      isCommercial: null,
    });
    expect(decide(real, false)).toBe('decline not_a_test_card 14');
    expect(CARD_OUTCOMES.NOT_A_TEST_CARD.decline.declineReason).toContain('not a test card');
  });

  it.each<[CardOutcomeName, object]>([
    ['ANSWER_LOST', { losesAnswer: true }],
    ['CALLBACKS_SCRAMBLED', { scramblesCallbacks: true }],
    ['DISPUTED_DEFENDABLE', { dispute: { kind: 'CHARGEBACK', isDefendable: true } }],
    ['DISPUTED_NOT_DEFENDABLE', { dispute: { kind: 'CHARGEBACK', isDefendable: false } }],
    ['CAPTURE_FAILED', { captureDecline: { declineCode: 'capture_failed' } }],
  ])('the quirk of card %s is data', (name, quirk) => {
    expect(outcomeOf(name)).toMatchObject(quirk);
  });

  it('every outcome has a card, and docs/sandbox.md lists each card with its outcome', () => {
    const used = new Set(TEST_CARDS.map(({ outcome }) => outcome));
    expect(new Set([...used, 'NOT_A_TEST_CARD'])).toEqual(new Set(Object.keys(CARD_OUTCOMES)));
    const lines = readFileSync(
      new URL('../../../../../docs/sandbox.md', import.meta.url),
      'utf8',
    ).split('\n');
    for (const { number, outcome } of TEST_CARDS) {
      const line = lines.find((text) => text.replaceAll(' ', '').includes(number));
      expect(line).toContain(outcomeOf(outcome).summary);
    }
  });
});
