import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { DeadEnd, NoConnection, Paused } from '../../../shared/parts/trouble-screens.js';
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

export function InvalidLinkScreen(props: MandateScreenProps) {
  return <DeadEnd {...props} icon="link" words={props.words.invalidLink} />;
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

export function ConnectionTroubleScreen(props: MandateScreenProps) {
  const { flow, state, words } = props;
  const offline = state.trouble?.kind === 'offline';
  return (
    <NoConnection
      {...props}
      icon={offline ? 'offline' : 'alert'}
      words={offline ? words.offline : words.server}
      onRetry={() => void flow.retry()}
    />
  );
}

export function RateLimitedScreen(props: MandateScreenProps) {
  const { flow, state, words } = props;
  const { trouble } = state;
  const waiting = trouble?.kind === 'rate_limited' && !trouble.over ? trouble : null;
  return (
    <Paused
      {...props}
      words={words.rateLimited}
      waitMs={waiting?.waitMs ?? null}
      onRetry={() => void flow.retry()}
    />
  );
}
