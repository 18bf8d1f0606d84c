import type { ComponentChildren } from 'preact';
import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import type { ShownAmount } from '../../../shared/money/shown-amount.js';
import type { Screen } from '../flow/screen-of.js';
import { PageFooter } from '../../../shared/parts/page-footer.js';
import { Summary } from './summary.js';
import { SummarySkeleton } from '../../../shared/parts/summary-skeleton.js';
import { TestMode } from '../../../shared/parts/test-mode.js';

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

/** The fixed parts of all screens: the test-mode line, the summary, the place of the screen. */
export function PageFrame({
  view,
  texts,
  amount,
  screen,
  toTry,
  notice,
  children,
}: PageFrameProps) {
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
