import { useEffect, useState } from 'preact/hooks';
import { isFramed } from '../../../shared/embedding/frame.js';
import { Button } from '../../../shared/parts/button.js';
import { Icon, type IconName } from '../../../shared/parts/icon.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { browserTimers } from '../../../shared/timing/timers.js';
import { outcomeOf, type ProductState, progressOf } from '../flow/progress.js';

import { LinkNoticeRegion } from '../parts/link-parts.js';
import type { LinkViewProps } from './link-screen-props.js';

const RETURN_AFTER_MS = 5_000;

const ICONS: Readonly<Record<ProductState, IconName>> = {
  ARRIVING: 'spinner',
  READY: 'check',
  PARTLY: 'alert',
  NONE: 'cross',
  FAILED: 'alert',
};

/** The bank let the user in: the page can be left while products arrive. */
export function ConnectedScreen(props: LinkViewProps) {
  const { state, view, texts, merchant } = props;
  const words = texts.connected;
  const progress = progressOf(view.product_status);
  const outcome = outcomeOf(progress);
  const isEmpty = outcome === 'empty';
  const name = state.offer?.institution.institution_name ?? texts.someBank;
  return (
    <StatusPanel
      tone={isEmpty ? 'neutral' : 'good'}
      icon={isEmpty ? 'alert' : 'check'}
      title={isEmpty ? words.empty.title : words.title(name)}
      titleFor={merchant}
      texts={texts}
    >
      <p role="status">
        {isEmpty ? words.empty.body(merchant) : words[outcome](merchant)}
        {outcome === 'arriving' && ` ${words.goesOn}`}
      </p>
      {progress.length > 0 && (
        <ul class="products" aria-label={words.progress}>
          {progress.map(({ product, state: reached }) => (
            <li key={product} class={`product product--${reached.toLowerCase()}`}>
              <Icon name={ICONS[reached]} />
              <span class="product__name">
                {words.products[product as keyof typeof words.products] ?? product}
              </span>
              <span class="product__state">{words.states[reached]}</span>
            </li>
          ))}
        </ul>
      )}
      <LinkNoticeRegion {...props} />
      <WayOn {...props} />
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
    </StatusPanel>
  );
}

/** The return to the customer app: automatic if requested, otherwise by a button. */
function WayOn({ flow, state, view, texts, merchant }: LinkViewProps) {
  const may = view.ui_mode === 'auto_redirect' || (view.ui_mode === 'iframe' && isFramed());
  const [byItself, setByItself] = useState(may);
  const { what } = state.sending;
  useEffect(() => {
    if (!byItself) return undefined;
    return browserTimers.after(RETURN_AFTER_MS, () => {
      setByItself(false);
      void flow.finish();
    });
  }, [byItself]);
  return (
    <>
      <Button
        kind="primary"
        busy={what === 'result' || what === 'away'}
        onPress={() => void flow.finish()}
      >
        {texts.actions.returnTo(merchant)}
      </Button>
      {byItself && (
        <>
          <p class="aside" role="status">
            {texts.wayOut.returningSoon(merchant)}
          </p>
          <Button kind="quiet" onPress={() => setByItself(false)}>
            {texts.wayOut.stay}
          </Button>
        </>
      )}
    </>
  );
}
