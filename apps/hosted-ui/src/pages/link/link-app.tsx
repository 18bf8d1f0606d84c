import { useEffect } from 'preact/hooks';
import { languageFor, languageOf, type Language } from '../../shared/i18n/languages.js';
import { useTexts } from '../../shared/i18n/catalogue.js';
import { useFlow } from '../../shared/parts/use-flow.js';
import { Logo } from '../../shared/parts/merchant-logo.js';
import { PageFooter } from '../../shared/parts/page-footer.js';
import { SessionNotice } from '../../shared/parts/session-notice.js';
import { SummarySkeleton } from '../../shared/parts/summary-skeleton.js';
import { TestMode } from '../../shared/parts/test-mode.js';
import { applyAccent } from '../../shared/theme/accent.js';
import type { LinkView } from './api/link-view.js';
import type { LinkFlow } from './flow/link-flow.js';
import type { LinkState } from './flow/link-state.js';
import { linkScreenOf, WORKING } from './flow/screen-of.js';
import { LINK_TEXTS } from './i18n/link-catalogue.js';
import type { LinkTexts } from './i18n/en.js';
import { LinkScreens } from './screens/link-screens.js';

interface LinkAppProps {
  readonly flow: LinkFlow;
  readonly locales: readonly string[];
  readonly leave: (url: string) => boolean;
}

/** The hosted link page. */
export function LinkApp({ flow, locales, leave }: LinkAppProps) {
  const state = useFlow(flow);
  const { language, texts } = useTexts(LINK_TEXTS, languageFrom(state, locales));
  const view = texts ? state.view : null;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    applyAccent(view?.merchant.accent, document.documentElement.style);
  }, [view?.merchant.accent]);

  const spoken = texts ?? LINK_TEXTS.english;
  const hasSummary = view !== null || state.trouble === null;
  return (
    <div class="page">
      <SessionNotice
        ending={state.ending}
        matters={WORKING.has(linkScreenOf(state))}
        texts={spoken}
        language={language}
        onStay={() => flow.stay()}
      />
      {view && !view.live && <TestMode title={spoken.testMode} body={spoken.toTry} />}
      <main class={hasSummary ? 'sheet' : 'sheet sheet--alone'}>
        {view && <Summary view={view} texts={spoken} />}
        {!view && hasSummary && <SummarySkeleton />}
        <div class="panel">
          <LinkScreens
            flow={flow}
            state={texts ? state : { ...state, view: null, trouble: null }}
            texts={spoken}
            merchant={view?.merchant.display_name ?? spoken.someMerchant}
            locales={locales}
            leave={leave}
          />
        </div>
      </main>
      {view && <PageFooter merchant={view.merchant} texts={spoken} />}
    </div>
  );
}

/** The customer app and its request, on every screen, so that the user need not remember it. */
function Summary({ view, texts }: { readonly view: LinkView; readonly texts: LinkTexts }) {
  const { summary } = texts;
  const titles = { LINK: summary.title, RELINK: summary.update, REFRESH: summary.refresh };
  return (
    <section class="summary" aria-label={summary.label}>
      <div class="merchant">
        <Logo merchant={view.merchant} />
        <p class="merchant__name">{view.merchant.display_name}</p>
      </div>
      <div class="due">
        <p class="due__amount due__amount--words">{titles[view.mode]}</p>
      </div>
      <p class="summary__reference">{summary.readOnly}</p>
    </section>
  );
}

/** The language of the link; the language of the browser for an error without a link. */
function languageFrom(
  { view, trouble }: Pick<LinkState, 'view' | 'trouble'>,
  locales: readonly string[],
): Language {
  return view === null && trouble !== null ? languageOf(locales) : languageFor(view);
}
