import { Logo } from '../../../shared/parts/merchant-logo.js';
import type { MandateView } from '../api/mandate-view.js';
import { AT_BANK, OPEN } from '../flow/screen-of.js';
import { writtenTerms } from '../flow/written.js';
import type { MandateTexts } from '../i18n/mandate-texts.js';

interface MandateSummaryProps {
  readonly view: MandateView;
  readonly words: MandateTexts;
  readonly locales: readonly string[];
}

/** The recipient and the limits, on every screen, so that the payer need not remember them. */
export function MandateSummary({ view, words, locales }: MandateSummaryProps) {
  const { summary } = words;
  const terms = writtenTerms(view.mandate_details, locales);
  const period = terms.period ? summary.periods[terms.period] : '';
  const agreed = terms.perPayment ? summary.perPayment(terms.perPayment) : summary.noLimit;
  const limits = [
    !terms.onlyOwn && agreed,
    terms.ownMost && summary.ownMost(terms.ownMost),
    terms.perPeriod && summary.perPeriod(terms.perPeriod, period),
    terms.count !== null && summary.countPerPeriod(terms.count, period),
  ].filter((line) => typeof line === 'string');
  return (
    <section class="summary" aria-label={summary.label}>
      <div class="merchant">
        <Logo merchant={view.merchant} />
        <p class="merchant__name">{view.merchant.display_name}</p>
      </div>
      <div class="due">
        <p class="due__amount due__amount--words">{titleOf(view, words)}</p>
        {view.mandate_details.description && (
          <p class="due__label">{view.mandate_details.description}</p>
        )}
      </div>
      <ul class="limits">
        {limits.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {OPEN.has(view.status) && <p class="summary__reference">{summary.nothingDue}</p>}
    </section>
  );
}

function titleOf({ status }: MandateView, { summary }: MandateTexts): string {
  if (status === 'SUCCEEDED') return summary.done;
  return OPEN.has(status) || AT_BANK.has(status) ? summary.title : summary.ended;
}
