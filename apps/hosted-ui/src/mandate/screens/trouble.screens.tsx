import { Button } from '../../parts/button.js';
import { StatusPanel } from '../../parts/status-panel.js';
import type { MandateScreenProps } from './mandate-screen-props.js';

/** The bank's page sends its visitors back to an address that says so. */
const CAME_FROM_BANK = 'from_bank';

export function LoadingScreen({ words }: MandateScreenProps) {
  return (
    <div class="panel-body" aria-busy="true">
      <h1 class="visually-hidden">{words.loading}</h1>
      <span class="bone bone--title" />
      <span class="bone bone--fields" />
      <span class="bone bone--button" />
    </div>
  );
}

export function InvalidLinkScreen({ texts, words, merchant }: MandateScreenProps) {
  const { title, body } = words.invalidLink;
  return (
    <StatusPanel tone="neutral" icon="link" title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
    </StatusPanel>
  );
}

/** A tab beside a frame has no session: there is nothing to do in it but to close it. */
export function SessionEndedScreen({ texts, words, merchant }: MandateScreenProps) {
  const fromBank = new URLSearchParams(window.location.search).has(CAME_FROM_BANK);
  const { title, body } = fromBank ? words.backFromBank : words.sessionEnded;
  return (
    <StatusPanel
      tone="neutral"
      icon={fromBank ? 'check' : 'clock'}
      title={title}
      titleFor={null}
      texts={texts}
    >
      <p>{body(merchant)}</p>
    </StatusPanel>
  );
}

export function ConnectionTroubleScreen({
  flow,
  state,
  texts,
  words,
  merchant,
}: MandateScreenProps) {
  const offline = state.trouble?.kind === 'offline';
  const { title, body } = offline ? words.offline : words.server;
  return (
    <StatusPanel
      tone="neutral"
      icon={offline ? 'offline' : 'alert'}
      title={title}
      titleFor={null}
      texts={texts}
    >
      <p>{body(merchant)}</p>
      <Button kind="primary" onPress={() => void flow.retry()}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}

export function RateLimitedScreen({ flow, state, texts, words, merchant }: MandateScreenProps) {
  const { title, body } = words.rateLimited;
  const { trouble } = state;
  const waiting = trouble?.kind === 'rate_limited' && !trouble.over ? trouble : null;
  const { wait } = texts.rateLimited;
  return (
    <StatusPanel tone="neutral" icon="clock" title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
      <p role="status">{waiting ? wait(Math.ceil(waiting.waitMs / 1000)) : ''}</p>
      <Button kind="primary" off={waiting !== null} onPress={() => void flow.retry()}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}
