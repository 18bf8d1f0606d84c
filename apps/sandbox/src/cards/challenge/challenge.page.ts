import { currencyExponent, Money } from '@towpath/kernel';

import { html, type Html } from '../../base/pages/html.js';
import type { Language } from '../../base/pages/languages.js';
import { challengeTexts, type ChallengeTexts } from './challenge.texts.js';

export type ChallengeState = 'OPEN' | 'APPROVED' | 'REFUSED' | 'CANCELLED';

export interface ChallengeView {
  readonly state: ChallengeState;
  readonly purpose: 'PAYMENT' | 'SETUP';
  readonly merchant: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly card: { readonly brand: string; readonly last4: string };
  /** URL to which the decided page returns; null if the merchant gave none. */
  readonly returnTo: string | null;
  readonly language: Language;
}

/** The page of a bank that asks the cardholder. Without a script: it must work in any browser. */
export function challengePage(view: ChallengeView): Html {
  const texts = challengeTexts[view.language];
  const heading = view.state === 'OPEN' ? openHeading(view, texts) : decided(view.state, texts);
  return html`<!doctype html>
    <html lang="${view.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${heading} – ${texts.bank}</title>
        <link rel="icon" type="image/svg+xml" href="/assets/bank.svg" />
        <link rel="stylesheet" href="/assets/challenge.css" />
      </head>
      <body>
        <header><img src="/assets/bank.svg" alt="" width="28" height="28" />${texts.bank}</header>
        <main>
          <h1>${heading}</h1>
          <p class="lead">${lead(view, texts)}</p>
          ${summary(view, texts)} ${view.state === 'OPEN' ? buttons(texts) : back(view, texts)}
        </main>
        <footer>${texts.note}</footer>
      </body>
    </html>`;
}

function openHeading({ purpose }: ChallengeView, texts: ChallengeTexts): string {
  return purpose === 'SETUP' ? texts.setup : texts.payment;
}

function decided(state: Exclude<ChallengeState, 'OPEN'>, texts: ChallengeTexts): string {
  const byState = {
    APPROVED: texts.approved,
    REFUSED: texts.refused,
    CANCELLED: texts.cancelled,
  } as const;
  return byState[state];
}

function lead({ state, purpose }: ChallengeView, texts: ChallengeTexts): string {
  if (state !== 'OPEN') return texts.decidedLead;
  return purpose === 'SETUP' ? texts.setupLead : texts.paymentLead;
}

function summary(view: ChallengeView, texts: ChallengeTexts): Html {
  const { merchant, amount, card } = view;
  const row = ([term, value]: readonly [string, string]) => html`
    <div>
      <dt>${term}</dt>
      <dd>${value}</dd>
    </div>
  `;
  return html`<dl>
    ${row([texts.merchant, merchant])}
    ${amount === 0 ? null : row([texts.amount, formattedAmount(view)])}
    ${row([texts.card, `${card.brand} •••• ${card.last4}`])}
  </dl>`;
}

function buttons(texts: ChallengeTexts): Html {
  return html`<form method="post">
    <button class="primary" name="decision" value="approve">${texts.approve}</button>
    <button name="decision" value="refuse">${texts.refuse}</button>
  </form>`;
}

function back({ returnTo }: ChallengeView, texts: ChallengeTexts): Html | null {
  if (returnTo === null) return null;
  return html`<p><a class="button primary" href="${returnTo}">${texts.back}</a></p>`;
}

/** The decimal text goes in as text: a number would lose digits of large amounts. */
export function formattedAmount(view: Pick<ChallengeView, 'amount' | 'currency' | 'language'>) {
  const { amount, currency, language } = view;
  const decimals = currencyExponent(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(Money.of(amount, currency).toDecimal() as Intl.StringNumericLiteral);
}
