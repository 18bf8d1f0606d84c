import { useEffect } from 'preact/hooks';
import type { Tell } from '../../shared/open-page.js';
import { PageFrame } from '../../shared/parts/page-frame.js';
import { usePage } from '../../shared/parts/use-flow.js';
import type { MandateView } from './api/mandate-view.js';
import type { MandateFlow } from './flow/mandate-flow.js';
import { AT_BANK, OPEN } from './flow/screen-of.js';
import { writtenTerms } from './flow/written.js';
import type { MandateTexts } from './i18n/en.js';
import { SPEECH } from './i18n/mandate-catalogue.js';
import { MandateScreens } from './screens/mandate-screens.js';

interface MandateAppProps {
  readonly flow: MandateFlow;
  readonly tell: Tell;
}

export function MandateApp({ flow, tell }: MandateAppProps) {
  const { shown, texts, frame } = usePage(flow, SPEECH);
  const { view } = shown;
  useEffect(() => {
    if (!view) return;
    tell({ type: 'towpath:mandate', mandate_id: view.mandate_id, status: view.status });
  }, [view?.mandate_id, view?.status]);
  return (
    <PageFrame
      {...frame}
      toTry={texts.toTry}
      summary={view && <MandateSummary view={view} texts={texts} />}
    >
      <MandateScreens flow={flow} state={shown} texts={texts} due={null} />
    </PageFrame>
  );
}

interface MandateSummaryProps {
  readonly view: MandateView;
  readonly texts: MandateTexts;
}

/** What is set up, and its limits. */
function MandateSummary({ view, texts: { summary } }: MandateSummaryProps) {
  const terms = writtenTerms(view.mandate_details, navigator.languages);
  const period = terms.period ? summary.periods[terms.period] : '';
  const agreed = terms.perPayment ? summary.perPayment(terms.perPayment) : summary.noLimit;
  const limits = [
    !terms.onlyOwn && agreed,
    terms.ownMost && summary.ownLimit(terms.ownMost),
    terms.perPeriod && summary.perPeriod(terms.perPeriod, period),
    terms.count !== null && summary.countPerPeriod(terms.count, period),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      <div class="due">
        <p class="due__amount due__amount--words">{titleOf(view, summary)}</p>
        {view.mandate_details.description && (
          <p class="aside">{view.mandate_details.description}</p>
        )}
      </div>
      <ul class="limits">
        {limits.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {OPEN.has(view.status) && <p class="summary__reference small">{summary.nothingDue}</p>}
    </>
  );
}

function titleOf({ status }: MandateView, summary: MandateTexts['summary']): string {
  if (status === 'SUCCEEDED') return summary.done;
  return OPEN.has(status) || AT_BANK.has(status) ? summary.title : summary.ended;
}
