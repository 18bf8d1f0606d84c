import { useEffect } from 'preact/hooks';
import type { ToEmbedder } from '../../shared/embedding/embedder.js';
import { PAGE_TEXTS } from '../../shared/i18n/page/page-catalogue.js';
import { PageFooter } from '../../shared/parts/page-footer.js';
import { SessionNotice } from '../../shared/parts/session-notice.js';
import { SummarySkeleton } from '../../shared/parts/summary-skeleton.js';
import { TestMode } from '../../shared/parts/test-mode.js';
import { applyAccent } from '../../shared/theme/accent.js';
import type { MandateFlow } from './flow/mandate-flow.js';
import { MANDATE_TEXTS } from './i18n/mandate-catalogue.js';
import { mandateScreenOf, WORKING, AT_BANK, OPEN } from './flow/screen-of.js';
import { MandateScreens } from './screens/mandate-screens.js';
import { useFlow } from '../../shared/parts/use-flow.js';
import { useMandateTexts } from './use-mandate-texts.js';
import { Logo } from '../../shared/parts/merchant-logo.js';
import type { MandateView } from './api/mandate-view.js';
import { writtenTerms } from './flow/written.js';
import type { MandateTexts } from './i18n/en.js';

interface MandateSummaryProps {
  readonly view: MandateView;
  readonly words: MandateTexts;
  readonly locales: readonly string[];
}

interface MandateAppProps {
  readonly flow: MandateFlow;
  readonly locales: readonly string[];
  readonly leave: (url: string) => boolean;
  readonly tell: (message: ToEmbedder) => void;
}

/** The hosted mandate page. */
export function MandateApp({ flow, locales, leave, tell }: MandateAppProps) {
  const state = useFlow(flow);
  const { language, texts, words } = useMandateTexts(state, locales);
  const view = texts && words ? state.view : null;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    applyAccent(view?.merchant.accent, document.documentElement.style);
  }, [view?.merchant.accent]);
  useEffect(() => {
    if (!view) return;
    tell({ type: 'towpath:mandate', mandate_id: view.mandate_id, status: view.status });
  }, [view?.mandate_id, view?.status]);

  const spoken = texts ?? PAGE_TEXTS.english;
  const said = words ?? MANDATE_TEXTS.english;
  const hasSummary = view !== null || state.trouble === null;
  return (
    <div class="page">
      <SessionNotice
        ending={state.ending}
        matters={WORKING.has(mandateScreenOf(state))}
        texts={spoken}
        language={language}
        onStay={() => flow.stay()}
      />
      {view && !view.live && <TestMode title={spoken.testMode} body={said.testMode} />}
      <main class={hasSummary ? 'sheet' : 'sheet sheet--alone'}>
        {view && <MandateSummary view={view} words={said} locales={locales} />}
        {!view && hasSummary && <SummarySkeleton />}
        <div class="panel">
          <MandateScreens
            flow={flow}
            state={texts && words ? state : { ...state, view: null, trouble: null }}
            texts={spoken}
            words={said}
            merchant={view?.merchant.display_name ?? spoken.someMerchant}
            locales={locales}
            leave={leave}
            due={null}
          />
        </div>
      </main>
      {view && <PageFooter merchant={view.merchant} texts={spoken} />}
    </div>
  );
}

/** The recipient and the limits, on every screen, so that the payer need not remember them. */
function MandateSummary({ view, words, locales }: MandateSummaryProps) {
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
