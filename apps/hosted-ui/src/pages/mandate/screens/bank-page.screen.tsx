import { useEffect } from 'preact/hooks';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { besides, isFramed } from '../../../shared/embedding/frame.js';
import { Button } from '../../../shared/parts/button.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { outstandingFactor, usedOption } from '../flow/checklist.js';
import { StepFoot } from '../parts/step-foot.js';
import { StepNotice } from '../parts/step-notice.js';
import type { MandateViewProps } from './mandate-screen-props.js';

/**
 * Sends the payer to the bank's page once by itself; whoever comes back with the back button is not
 * thrown out again. Inside a frame the bank opens in a tab beside it, and only when asked to.
 */
export function BankPageScreen(props: MandateViewProps) {
  const { flow, state, view, texts, words, merchant, leave } = props;
  const { bankPage } = words;
  const bank = view.institution?.name ?? '';
  const login = outstandingFactor(view, 'ACCOUNTHOLDER_AUTHENTICATION');
  const url = safeUrl(login && usedOption(login)?.redirect_url);
  const wasSent = url !== null && state.openedBankPage === url;
  const framed = isFramed();
  const open = () => {
    if (!url) return;
    flow.bankPageOpened(url);
    leave(url);
  };
  useEffect(() => {
    if (!wasSent && !framed) open();
  }, [url]);
  return (
    <StatusPanel tone="busy" icon="shield" title={bankPage.title} titleFor={merchant} texts={texts}>
      {!state.notice && (
        <>
          <p>
            {wasSent ? bankPage.waiting : framed ? bankPage.newTab(bank) : bankPage.leaving(bank)}
          </p>
          <p class="fact">{bankPage.nothingYet}</p>
        </>
      )}
      <StepNotice {...props} />
      {framed && url ? (
        <a
          class="button button--primary"
          href={url}
          target={besides()}
          rel="noreferrer"
          onClick={() => flow.bankPageOpened(url)}
        >
          {bankPage.open(bank)}
        </a>
      ) : (
        <Button kind="primary" onPress={open}>
          {bankPage.open(bank)}
        </Button>
      )}
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
      <StepFoot {...props} />
    </StatusPanel>
  );
}
