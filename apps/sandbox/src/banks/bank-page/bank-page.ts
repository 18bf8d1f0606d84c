import { html, type Html } from '../../base/pages/html.js';
import type { Language } from '../../base/pages/languages.js';
import { bankPageTexts, type BankPageTexts } from './bank-page.texts.js';

/** `mandate`: approve direct debits. `data`: let accounts be read. */
export type BankPagePurpose = 'mandate' | 'data';

export interface BankPageView {
  readonly purpose: BankPagePurpose;
  readonly language: Language;
  readonly userId: string;
  /** Why the last try did not end the page. */
  readonly refusal: 'REJECTED' | 'OTP_REQUIRED' | null;
}

/** The bank's own page. Without a script: it must work in any browser. */
export function bankPage({ language, purpose, userId, refusal }: BankPageView): Html {
  const texts = bankPageTexts[language];
  const refused = refusal === 'OTP_REQUIRED' ? texts.otpRequired : texts.rejected;
  return frame({ language, title: texts.title, refresh: null }, [
    html`<p class="lead">${purpose === 'data' ? texts.dataLead : texts.lead}</p>`,
    refusal ? html`<p class="refused" role="alert">${refused}</p>` : html``,
    form(texts, { userId, asksOtp: purpose === 'mandate' || refusal === 'OTP_REQUIRED' }),
  ]);
}

/**
 * A page that returns the browser. A form may lead only to its own page; a redirect may lead
 * anywhere.
 */
export function wayBackPage({
  language,
  url,
}: {
  readonly language: Language;
  readonly url: string;
}): Html {
  const texts = bankPageTexts[language];
  return frame({ language, title: texts.backTitle, refresh: url }, [
    html`<p class="lead">${texts.backLead}</p>`,
    html`<p><a class="button primary" href="${url}">${texts.back}</a></p>`,
  ]);
}

interface FormView {
  readonly userId: string;
  readonly asksOtp: boolean;
}

function form(texts: BankPageTexts, { userId, asksOtp }: FormView): Html {
  return html`<form method="post">
    <label
      >${texts.userId}
      <input
        name="user_id"
        value="${userId}"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        maxlength="100"
      />
    </label>
    <label
      >${texts.password}
      <input name="password" type="password" autocomplete="current-password" maxlength="200" />
    </label>
    ${asksOtp ? otpField(texts) : null}
    <button class="primary" name="decision" value="approve">${texts.approve}</button>
    <button name="decision" value="refuse">${texts.refuse}</button>
  </form>`;
}

function otpField(texts: BankPageTexts): Html {
  return html`<label
    >${texts.otp} <small>${texts.otpHint}</small>
    <input name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="20" />
  </label>`;
}

interface Frame {
  readonly language: Language;
  readonly title: string;
  /** The URL to which the browser continues automatically. */
  readonly refresh: string | null;
}

function frame({ language, title, refresh }: Frame, parts: readonly Html[]): Html {
  const texts = bankPageTexts[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${refresh === null ? null : html`<meta http-equiv="refresh" content="0; url=${refresh}" />`}
        <title>${title} – ${texts.bank}</title>
        <link rel="icon" type="image/svg+xml" href="/assets/bank.svg" />
        <link rel="stylesheet" href="/assets/challenge.css" />
      </head>
      <body>
        <header><img src="/assets/bank.svg" alt="" width="28" height="28" />${texts.bank}</header>
        <main>
          <h1>${title}</h1>
          ${parts}
        </main>
        <footer>${texts.note}</footer>
      </body>
    </html>`;
}
