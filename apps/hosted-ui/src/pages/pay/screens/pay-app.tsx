import { useEffect, useState } from 'preact/hooks';
import { languageFor } from '../../../shared/i18n/languages.js';
import { shownAmount } from '../../../shared/money/format-amount.js';
import type { Tell } from '../../../shared/open-page.js';
import { PageFrame } from '../../../shared/parts/page-frame.js';
import { usePage } from '../../../shared/parts/use-flow.js';
import { isDebit } from '../api/parse-view.js';
import type { PageState } from '../flow/page-state.js';
import type { PayPage } from '../flow/pay-page.js';
import { screenOf, chosenSurcharge, withSurcharge } from '../flow/screen-of.js';
import { PAY_TEXTS } from '../i18n/pay-catalogue.js';
import { Summary } from '../parts/summary.js';
import { PAY_SCREENS } from './pay-screens.js';

interface PayAppProps {
  readonly flow: PayPage;
  readonly tell: Tell;
}

const SPEECH = { catalogue: PAY_TEXTS, languageFor };

export function PayApp({ flow, tell }: PayAppProps) {
  const { state, shown, texts, frame } = usePage(flow, SPEECH);
  const [toTry, tellWhatToTry] = useState<string | null>(null);
  useEffect(() => {
    if (!state.view) return;
    const { payment_link_id, unique_reference_id, status, session_status } = state.view;
    const ids = { payment_link_id, unique_reference_id };
    tell({ type: 'towpath:payment_link', ...ids, status, session_status });
  }, [state.view?.status, state.view?.session_status]);

  const { view } = shown;
  const screen = screenOf(shown);
  const Shown = PAY_SCREENS[screen];
  const surcharge = view ? chosenSurcharge(view, screen) : 0;
  const amount = view ? shownAmount(withSurcharge(view, surcharge), navigator.languages) : null;
  return (
    <PageFrame
      {...frame}
      toTry={toTry ?? (mayTakeCard(state) ? texts.toTry.withCard : texts.toTry.body)}
      summary={view && <Summary view={view} texts={texts} amount={amount} screen={screen} />}
    >
      <Shown
        key={screen}
        flow={flow}
        state={shown}
        texts={texts}
        merchant={view?.merchant.display_name ?? texts.someMerchant}
        amount={amount}
        tellWhatToTry={tellWhatToTry}
      />
    </PageFrame>
  );
}

/** The line about test mode names a card where one can be typed, and while that is open. */
function mayTakeCard({ view, trouble, form }: PageState): boolean {
  if (!view || trouble || view.status !== 'CREATED') return false;
  if (isDebit(view) || view.attempt?.transfer) return false;
  return form.phase !== 'ready' || form.card !== null;
}
