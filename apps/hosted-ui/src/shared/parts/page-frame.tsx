import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Merchant } from '../api/page-types.js';
import { safeContactUrl, safeUrl } from '../api/safe-url.js';
import { besides } from '../embedding/frame.js';
import type { FlowState, PageFlow } from '../flow/page-flow.js';
import type { Language } from '../i18n/languages.js';
import type { PageTexts } from '../i18n/page/en.js';
import { applyAccent } from '../theme/accent.js';
import { Logo } from './logo.js';
import { SessionNotice } from './session-notice.js';

interface ShownState extends FlowState {
  readonly view: { readonly merchant: Merchant; readonly live: boolean } | null;
}

interface PageFrameProps<State extends ShownState> {
  readonly flow: PageFlow<State>;
  readonly state: State;
  readonly texts: PageTexts & { readonly summary: { readonly label: string } };
  readonly language: Language;
  /** Text of the line about test mode. */
  readonly toTry: string;
  /** What the page is about, below the merchant, on every screen: nobody need remember it. */
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The fixed parts of all screens: the test-mode line, the summary, the place of the screen. */
export function PageFrame<State extends ShownState>(props: PageFrameProps<State>) {
  const { flow, state, texts, language, toTry, summary, children } = props;
  const { view, trouble, ending } = state;
  const [initial = ''] = view?.merchant.display_name.trim().toUpperCase() ?? '';
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    applyAccent(view?.merchant.accent, document.documentElement.style);
  }, [view?.merchant.accent]);
  return (
    <div class="page">
      <SessionNotice
        ending={ending}
        matters={view !== null && flow.needsSession}
        texts={texts}
        language={language}
        onStay={() => flow.stay()}
      />
      {view && !view.live && <TestMode title={texts.testMode} body={toTry} />}
      <main class={view || !trouble ? 'sheet' : 'sheet sheet--alone'}>
        {view && (
          <section class="summary" aria-label={texts.summary.label}>
            <div class="merchant">
              <Logo
                class="merchant__logo"
                url={view.merchant.logo_url}
                size={44}
                letters={initial}
              />
              <p class="merchant__name">{view.merchant.display_name}</p>
            </div>
            {summary}
          </section>
        )}
        {!view && !trouble && <SummarySkeleton />}
        <div class="panel">{children}</div>
      </main>
      {view && <PageFooter merchant={view.merchant} texts={texts} />}
    </div>
  );
}

const CARD_NUMBER = /(\d{4}(?: \d{4})+)/;

/** The line on top of every page that moves no real money; its card number stays in one piece. */
function TestMode({ title, body }: { readonly title: string; readonly body: string }) {
  return (
    <header class="test-mode">
      <p>
        <strong>{title}</strong>{' '}
        {body
          .split(CARD_NUMBER)
          .map((part) => (CARD_NUMBER.test(part) ? <span class="unbroken">{part}</span> : part))}
      </p>
    </header>
  );
}

function SummarySkeleton() {
  return (
    <div class="summary" aria-hidden="true">
      <span class="bone bone--merchant" />
      <span class="bone bone--amount" />
      <span class="bone bone--line" />
      <span class="bone bone--small" />
    </div>
  );
}

interface PageFooterProps {
  readonly merchant: Merchant;
  readonly texts: PageTexts;
}

function PageFooter({ merchant, texts: { footer } }: PageFooterProps) {
  const links = [
    [safeContactUrl(merchant.support_url), footer.support],
    [safeUrl(merchant.terms_url), footer.terms],
  ] as const;
  if (links.every(([url]) => !url)) return null;
  return (
    <footer class="page-footer">
      {links.map(([url, text]) =>
        url ? (
          <a key={text} href={url} target={besides()} rel="noreferrer">
            {text}
          </a>
        ) : null,
      )}
    </footer>
  );
}
