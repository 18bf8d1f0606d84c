import { Button } from '../../../shared/parts/button.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { MandateScreenProps } from './mandate-screen-props.js';

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
export function SessionEndedScreen({ state, texts, words, merchant }: MandateScreenProps) {
  const fromBank = state.cameFromBank && state.view === null;
  const { title, body } = fromBank ? texts.backFromBank : words.sessionEnded;
  return (
    <StatusPanel
      tone="neutral"
      icon={fromBank ? 'check' : 'clock'}
      title={title}
      titleFor={null}
      texts={texts}
    >
      <p>{body(merchant)}</p>
      {state.view && <ReturnLink view={state.view} texts={texts} kind="secondary" />}
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
  const { wait, now } = texts.pause;
  return (
    <StatusPanel tone="neutral" icon="clock" title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
      <p role="status">{waiting ? wait(Math.ceil(waiting.waitMs / 1000)) : now}</p>
      <Button kind="primary" off={waiting !== null} onPress={() => void flow.retry()}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}
