import { BRAND_RULES } from '../authorizations/card-number.js';
import { html, jsonScript, type Html } from '../../base/pages/html.js';
import type { Language } from '../../base/pages/languages.js';
import { cardFieldsTexts, type CardFieldsTexts } from './card-fields.texts.js';

interface CardFieldsView {
  /** The only page that may exchange messages with this one. */
  readonly origin: string;
  readonly session: string;
  readonly language: Language;
}

export function cardFieldsPage({ origin, session, language }: CardFieldsView): Html {
  const texts = cardFieldsTexts[language];
  const settings = { origin, session, brands: BRAND_RULES, errors: texts.errors };
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${texts.title}</title>
        <link rel="stylesheet" href="/assets/card-fields.css" />
        ${jsonScript('settings', settings)}
        <script type="module" src="/assets/card-fields.js"></script>
      </head>
      <body>
        <div id="card-fields">
          <noscript><p class="error">${texts.scriptNeeded}</p></noscript>
          <form id="card-form" novalidate autocomplete="on">${fields(texts)}</form>
          <p class="note">${texts.sandboxNote}</p>
        </div>
      </body>
    </html>`;
}

function fields(texts: CardFieldsTexts): Html {
  return html`
    <div class="field field-number">
      <div class="label-row">
        <label for="number">${texts.number}</label>
        <span id="brand" class="brand" hidden></span>
      </div>
      <input
        id="number"
        name="cardnumber"
        type="text"
        inputmode="numeric"
        autocomplete="cc-number"
        autocorrect="off"
        spellcheck="false"
        required
        placeholder="1234 1234 1234 1234"
      />
      <p id="number-error" class="error" hidden></p>
    </div>
    <div class="field field-expiry">
      <label for="expiry">${texts.expiry}</label>
      <input
        id="expiry"
        name="cc-exp"
        type="text"
        inputmode="numeric"
        autocomplete="cc-exp"
        autocorrect="off"
        spellcheck="false"
        required
        placeholder="${texts.expiryFormat}"
      />
      <p id="expiry-error" class="error" hidden></p>
    </div>
    <div class="field field-cvc">
      <label for="cvc">${texts.cvc}</label>
      <input
        id="cvc"
        name="cvc"
        type="text"
        inputmode="numeric"
        autocomplete="cc-csc"
        autocorrect="off"
        spellcheck="false"
        required
        maxlength="4"
        placeholder="CVC"
      />
      <p id="cvc-error" class="error" hidden></p>
    </div>
  `;
}

/** Shown to a page that is not on the list, in place of the fields. */
export function refusedPage(): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Not available</title>
      </head>
      <body>
        <p>These card fields cannot be shown on this page.</p>
      </body>
    </html>`;
}
