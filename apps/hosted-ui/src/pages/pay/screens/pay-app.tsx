import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ToEmbedder } from '../../../shared/embedding/embedder.js';
import { languageFor, languageOf, type Language } from '../../../shared/i18n/languages.js';
import { useTexts } from '../../../shared/i18n/catalogue.js';
import { PAY_TEXTS } from '../i18n/pay-catalogue.js';
import { shownAmount, type ShownAmount } from '../../../shared/money/format-amount.js';
import { useFlow } from '../../../shared/parts/use-flow.js';
import { SessionNotice } from '../../../shared/parts/session-notice.js';
import type { PageState } from '../flow/page-state.js';
import type { PayPage } from '../flow/pay-page.js';
import {
  NEEDS_SESSION,
  type Screen,
  screenOf,
  chosenSurcharge,
  withSurcharge,
} from '../flow/screen-of.js';
import { applyAccent } from '../../../shared/theme/accent.js';
import { isDebit } from '../api/parse-view.js';
import type { Texts } from '../i18n/en.js';
import type { HostedView } from '../api/hosted-view.js';
import { PageFooter } from '../../../shared/parts/page-footer.js';
import { Summary } from '../parts/summary.js';
import { SummarySkeleton } from '../../../shared/parts/summary-skeleton.js';
import { TestMode } from '../../../shared/parts/test-mode.js';
import { PAY_SCREENS } from './pay-screens.js';

interface PageFrameProps {
  readonly view: HostedView | null;
  readonly texts: Texts;
  readonly amount: ShownAmount | null;
  readonly screen: Screen;
  /** Text of the line about test mode. */
  readonly toTry: string;
  /** Above all of it. */
  readonly notice: ComponentChildren;
  readonly children: ComponentChildren;
}

type Told = Pick<PageState, 'view' | 'trouble' | 'form'>;

interface PayAppProps {
  readonly flow: PayPage;
  readonly locales: readonly string[];
  readonly leave: (url: string) => boolean;
  /** Sends a message to the embedding page, if there is one. */
  readonly tell: (message: ToEmbedder) => void;
}

export function PayApp({ flow, locales, leave, tell }: PayAppProps) {
  const state = useFlow(flow);
  const [toTry, tellWhatToTry] = useState<string | null>(null);

  const { view } = state;
  const { language, texts } = useTexts(PAY_TEXTS, languageFrom(state, locales));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    applyAccent(view?.merchant.accent, document.documentElement.style);
  }, [view?.merchant.accent]);

  useEffect(() => {
    if (!view) return;
    const { payment_link_id, unique_reference_id, status, session_status } = view;
    tell({
      type: 'towpath:payment_link',
      payment_link_id,
      unique_reference_id,
      status,
      session_status,
    });
  }, [view?.status, view?.session_status]);

  const screen = texts ? screenOf(state) : 'loading';
  const Shown = PAY_SCREENS[screen];
  const surcharge = view ? chosenSurcharge(view, screen) : 0;
  const amount = view ? shownAmount(withSurcharge(view, surcharge), locales) : null;
  const words = texts ?? PAY_TEXTS.english;
  const merchant = view?.merchant.display_name ?? words.someMerchant;
  return (
    <PageFrame
      view={texts ? view : null}
      texts={words}
      amount={amount}
      screen={screen}
      toTry={toTry ?? whatToTry(state, words)}
      notice={
        <SessionNotice
          ending={state.ending}
          matters={NEEDS_SESSION.has(screen)}
          texts={words}
          language={language}
          onStay={() => flow.stay()}
        />
      }
    >
      <Shown
        key={screen}
        flow={flow}
        state={state}
        texts={words}
        merchant={merchant}
        amount={amount}
        leave={leave}
        tellWhatToTry={tellWhatToTry}
      />
    </PageFrame>
  );
}

/** The language of the link; the language of the browser for an error without a link. */
function languageFrom({ view, trouble }: PageState, locales: readonly string[]): Language {
  return view === null && trouble !== null ? languageOf(locales) : languageFor(view);
}

/** The line about test mode: it names a card where one can be typed, and while that is open. */
function whatToTry(state: Told, { toTry }: Pick<Texts, 'toTry'>): string {
  return mayTakeCard(state) ? toTry.withCard : toTry.body;
}

function mayTakeCard({ view, trouble, form }: Told): boolean {
  if (!view || trouble || view.status !== 'CREATED') return false;
  if (isDebit(view) || view.attempt?.transfer) return false;
  return form.phase !== 'ready' || form.card !== null;
}

/** The fixed parts of all screens: the test-mode line, the summary, the place of the screen. */
function PageFrame({ view, texts, amount, screen, toTry, notice, children }: PageFrameProps) {
  const hasSummary = view !== null || screen === 'loading';
  return (
    <div class="page">
      {notice}
      {view && !view.live && <TestMode title={texts.testMode} body={toTry} />}
      <main class={hasSummary ? 'sheet' : 'sheet sheet--alone'}>
        {view && <Summary view={view} texts={texts} amount={amount} screen={screen} />}
        {!view && hasSummary && <SummarySkeleton />}
        <div class="panel">{children}</div>
      </main>
      {view && <PageFooter merchant={view.merchant} texts={texts} />}
    </div>
  );
}
