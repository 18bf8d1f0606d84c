import { DeadEnd, NoConnection, Paused } from '../../../shared/parts/trouble-screens.js';
import type { LinkScreenProps } from './link-screen-props.js';

export function InvalidLinkScreen(props: LinkScreenProps) {
  return <DeadEnd {...props} icon="link" words={props.texts.invalidLink} />;
}

export function SessionEndedScreen(props: LinkScreenProps) {
  return <DeadEnd {...props} icon="clock" words={props.texts.sessionEnded} />;
}

/** A tab that a bank opened beside a frame or another app. */
export function BackFromBankScreen(props: LinkScreenProps) {
  return <DeadEnd {...props} icon="check" words={props.texts.backFromBank} />;
}

export function ConnectionTroubleScreen(props: LinkScreenProps) {
  const { flow, state, texts } = props;
  const offline = state.trouble?.kind === 'offline';
  return (
    <NoConnection
      {...props}
      icon={offline ? 'offline' : 'alert'}
      words={offline ? texts.offline : texts.server}
      onRetry={() => void flow.retry()}
    />
  );
}

export function RateLimitedScreen(props: LinkScreenProps) {
  const { flow, state, texts } = props;
  const { trouble } = state;
  const waiting = trouble?.kind === 'rate_limited' && !trouble.over ? trouble : null;
  return (
    <Paused
      {...props}
      words={texts.rateLimited}
      waitMs={waiting?.waitMs ?? null}
      onRetry={() => void flow.retry()}
    />
  );
}
