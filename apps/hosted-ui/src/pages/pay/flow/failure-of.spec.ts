import { PAY_TEXTS } from '../i18n/pay-catalogue.js';
import { aView, anAttempt } from './fakes.js';
import { failureCodeOf, failureOf } from './failure-of.js';

const texts = PAY_TEXTS.english;
const FAILURE_CODES = Object.keys(texts.failed);

function failed(error_code: string, words: { display_details?: string } = {}) {
  const attempt = { ...anAttempt('FAILED'), error: { error_code, ...words } };
  return aView({ session_status: 'FAILED', attempt, money_moved: 'NO' });
}

describe('failureOf', () => {
  it.each(FAILURE_CODES)(
    'says for %s what happened, whether money moved and what to do',
    (code) => {
      const failure = failureOf(failed(code), texts);
      for (const text of [failure.title, failure.happened, failure.moneyMoved, failure.next]) {
        expect(text.trim()).not.toBe('');
      }
      expect(failure.moneyMoved).toBe('You have not been charged.');
      expect(failure.canRetry).toBe(true);
    },
  );

  it('gives each known failure its own title', () => {
    const titles = FAILURE_CODES.map((code) => failureOf(failed(code), texts).title);
    expect(new Set(titles).size).toBe(FAILURE_CODES.length);
  });

  it.each(['SOMETHING_NEW', '', 'toString'])('treats the unknown code %j as OTHER', (code) => {
    expect(failureCodeOf(code)).toBe('OTHER');
  });

  it.each([
    ['PAYMENT_METHOD_DECLINED', 'Your card was declined. Try another card or ask your bank.'],
    ['PAYMENT_METHOD_EXPIRED', 'This card has expired. Try another card.'],
    ['OTHER', 'The payment did not go through. Try again or use another card.'],
  ] as const)('does not repeat the text about %s', (code, display_details) => {
    const failure = failureOf(failed(code, { display_details }), texts);
    expect(failure.happened).toBe(texts.failed[code].happened);
    const said = [failure.title, failure.happened, failure.next].join(' ');
    for (const words of [/declined/gi, /another card/gi, /expired/gi]) {
      expect((said.match(words) ?? []).length).toBeLessThan(2);
    }
  });

  it.each(['YES', 'UNKNOWN'] as const)('offers no retry when money_moved is %s', (moved) => {
    const failure = failureOf({ ...failed('OTHER'), money_moved: moved }, texts);
    expect(failure.canRetry).toBe(false);
    expect(failure.moneyMoved).toContain('Shop');
  });

  it('distinguishes direct debits from cards, and the failures of direct debits', async () => {
    const korean = await PAY_TEXTS.load('ko');
    const codes = ['INSUFFICIENT_FUNDS', 'TRANSACTION_LIMIT_EXCEEDED', 'INVALID_MANDATE_STATUS'];
    const titles = [...codes, 'SOMETHING_NEW'].map((error_code) => {
      const attempt = {
        ...anAttempt('FAILED'),
        payment_method_type: 'MANDATE' as const,
        error: { error_code },
      };
      const view = aView({ session_status: 'FAILED', attempt, language: 'ko' });
      return failureOf(view, korean).title;
    });
    const { failed } = korean.debit;
    const expected = [failed.INSUFFICIENT_FUNDS, failed.OUTSIDE_TERMS, failed.ENDED, failed.OTHER];
    expect(titles).toEqual(expected.map(({ title }) => title));
  });

  it.each([
    ['TRANSACTION_LIMIT_EXCEEDED', 'See other ways to pay'],
    ['MANDATE_NOT_IN_VALIDITY_PERIOD', 'See other ways to pay'],
    ['INSUFFICIENT_FUNDS', 'Try again'],
  ])(
    'labels the button after a direct debit with %s as %j, like the text above it',
    (code, retry) => {
      const error = { error_code: code };
      const attempt = { ...anAttempt('FAILED'), payment_method_type: 'MANDATE' as const, error };
      expect(failureOf(aView({ session_status: 'FAILED', attempt }), texts).retry).toBe(retry);
    },
  );

  it('handles a failure that has no error', () => {
    expect(failureOf(aView({ session_status: 'FAILED' }), texts).title).toBe(
      texts.failed.OTHER.title,
    );
  });
});
