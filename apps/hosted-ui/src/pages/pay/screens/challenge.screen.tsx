import { useEffect } from 'preact/hooks';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { Button } from '../../../shared/parts/button.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { LinkScreenProps } from './screen-props.js';

/**
 * Sends the payer to the issuer's page once by itself. Coming back with the back button, or
 * reloading, must not throw the payer out again: from then on a button does it.
 */
export function ChallengeScreen({ page, state, view, texts, merchant, leave }: LinkScreenProps) {
  const words = texts.challenge;
  const url = safeUrl(view.attempt?.redirect_url);
  const wasSent = state.challengedAttemptId === view.attempt?.attempt_id;
  const open = () => {
    if (url && leave(url)) page.challengeOpened();
  };
  useEffect(() => {
    if (!wasSent) open();
  }, []);
  return (
    <StatusPanel tone="busy" icon="shield" title={words.title} titleFor={merchant} texts={texts}>
      <p>{wasSent ? words.waiting : words.leaving}</p>
      <p class="fact">{words.notCharged}</p>
      <Button kind="primary" onPress={open}>
        {words.open}
      </Button>
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
    </StatusPanel>
  );
}
