import { useEffect, useState } from 'preact/hooks';
import { isDebit } from '../api/parse-view.js';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { isFramed } from '../../../shared/embedding/frame.js';
import { Button } from '../../../shared/parts/button.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { browserTimers } from '../../../shared/timing/timers.js';
import type { LinkScreenProps } from './screen-props.js';
import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';
import { cardText, accountWords } from '../parts/card-brands.js';

interface ReceiptProps {
  readonly view: HostedView;
  readonly texts: Texts;
}

const RETURN_AFTER_MS = 5_000;

export function SuccessScreen(props: LinkScreenProps) {
  const { view, texts, merchant, amount } = props;
  const words = texts.success;
  const isSetup = view.status === 'SETUP_SUCCEEDED';
  const stored = view.future_payments ? words.saved[view.future_payments](merchant) : null;
  const { debit } = texts;
  const setup = isDebit(view)
    ? { title: debit.setUpDone, body: debit.setUpBody }
    : { title: words.setupTitle, body: words.setupBody };
  const paid = amount ? words.body(amount.inWords, merchant) : null;
  return (
    <StatusPanel
      tone="good"
      icon="check"
      title={isSetup ? setup.title : words.title}
      titleFor={merchant}
      texts={texts}
    >
      <p>{isSetup ? setup.body(merchant) : paid}</p>
      {stored && !isDebit(view) && <p>{stored}</p>}
      <Receipt view={view} texts={texts} />
      <WayOut {...props} />
    </StatusPanel>
  );
}

/**
 * A frame stays on the page; a payer whom the bank took out of the frame returns to the merchant's
 * site.
 */
function leavesByItself({ ui_mode }: LinkScreenProps['view']): boolean {
  return ui_mode === 'auto_redirect' || (ui_mode === 'iframe' && !isFramed());
}

function WayOut({ view, texts, merchant, leave }: LinkScreenProps) {
  const url = safeUrl(view.return_url);
  const [goesByItself, setGoesByItself] = useState(leavesByItself(view));
  useEffect(() => {
    if (!goesByItself || !url) return undefined;
    return browserTimers.after(RETURN_AFTER_MS, () => {
      if (!leave(url)) setGoesByItself(false);
    });
  }, [goesByItself, url]);
  if (!url || view.ui_mode === 'standalone') {
    return isFramed() ? null : <p class="aside">{texts.wayOut.closePage}</p>;
  }
  return (
    <>
      <ReturnLink view={view} texts={texts} kind="primary" />
      {goesByItself && (
        <p class="aside" role="status">
          {texts.wayOut.returningSoon(merchant)}
        </p>
      )}
      {goesByItself && (
        <Button kind="quiet" onPress={() => setGoesByItself(false)}>
          {texts.wayOut.stay}
        </Button>
      )}
    </>
  );
}

function Receipt({ view, texts }: ReceiptProps) {
  const { card, sender_account: account } = view.attempt ?? {};
  return (
    <dl class="receipt">
      {card && (
        <div>
          <dt>{texts.receipt.card}</dt>
          <dd>{cardText(card, texts)}</dd>
        </div>
      )}
      {account && (
        <div>
          <dt>{texts.receipt.account}</dt>
          <dd>{texts.debit.account(...accountWords(account, texts.debit))}</dd>
        </div>
      )}
      <div>
        <dt>{texts.summary.reference}</dt>
        <dd translate={false}>{view.unique_reference_id}</dd>
      </div>
    </dl>
  );
}
