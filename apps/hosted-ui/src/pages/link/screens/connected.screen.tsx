import { isFramed } from '../../../shared/embedding/frame.js';
import { Button } from '../../../shared/parts/button.js';
import { Icon, type IconName } from '../../../shared/parts/icon.js';
import { Unreachable } from '../../../shared/parts/notice-region.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { ByItself } from '../../../shared/parts/way-out.js';
import { outcomeOf, type ProductState, progressOf } from '../flow/progress.js';
import { LinkNotice } from '../parts/link-parts.js';
import type { LinkViewProps } from './link-screen-props.js';

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
              <span class="product__state small">{words.states[reached]}</span>
            </li>
          ))}
        </ul>
      )}
      <LinkNotice {...props} />
      <WayOn {...props} />
      <Unreachable state={state} texts={texts} />
    </StatusPanel>
  );
}

/** The return to the customer app: automatic if requested, otherwise by a button. */
function WayOn({ flow, state, view, texts, merchant }: LinkViewProps) {
  const { what } = state.sending;
  const byItself = view.ui_mode === 'auto_redirect' || (view.ui_mode === 'iframe' && isFramed());
  const finish = () => {
    void flow.finish();
    return false;
  };
  return (
    <>
      <Button kind="primary" busy={what === 'result' || what === 'away'} onPress={finish}>
        {texts.actions.returnTo(merchant)}
      </Button>
      {byItself && <ByItself go={finish} texts={texts} merchant={merchant} />}
    </>
  );
}
