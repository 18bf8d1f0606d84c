import { challengePage, formattedAmount, type ChallengeView } from './challenge.page.js';

const view: ChallengeView = {
  state: 'OPEN',
  purpose: 'PAYMENT',
  merchant: 'Tea & <Co>',
  amount: 123456,
  currency: 'HKD',
  card: { brand: 'Visa', last4: '3155' },
  returnTo: 'https://shop.test/back?a=1&attempt=X',
  language: 'en',
};

describe('challenge page', () => {
  it('the page names merchant, amount and card, and its form needs no script', () => {
    const page = challengePage(view).text;
    expect(page).toContain('Confirm your payment');
    expect(page).toContain('Tea &amp; &lt;Co&gt;');
    expect(page).toContain('HK$1,234.56');
    expect(page).toContain('Visa •••• 3155');
    expect(page).toMatch(/<form method="post">[^]*value="approve"[^]*value="refuse"/u);
    expect(page).not.toContain('<script');
  });

  it.each([
    ['APPROVED', 'You have approved'],
    ['REFUSED', 'You have refused'],
    ['CANCELLED', 'cancelled by the merchant'],
  ] as const)('shows %s with the way back and no form', (state, text) => {
    const page = challengePage({ ...view, state }).text;
    expect(page).toContain(text);
    expect(page).not.toContain('<form');
    expect(page).toContain('href="https://shop.test/back?a=1&amp;attempt=X"');
  });

  it('the page of a set-up asks to save the card and names no amount', () => {
    const page = challengePage({ ...view, purpose: 'SETUP', amount: 0 }).text;
    expect(page).toContain('Confirm saving your card');
    expect(page).not.toContain('Amount');
  });

  it.each([
    [1234, 'JPY', 'en', '¥1,234'],
    [1234, 'KWD', 'en', 'KWD 1.234'],
    [9007199254740991, 'HKD', 'en', 'HK$90,071,992,547,409.91'],
    [50000, 'VND', 'vi', '50.000 ₫'],
  ] as const)('writes %s %s in %s', (...[amount, currency, language, text]) => {
    const written = formattedAmount({ amount, currency, language });
    expect(written.replaceAll('\u00a0', ' ')).toBe(text);
  });
});
