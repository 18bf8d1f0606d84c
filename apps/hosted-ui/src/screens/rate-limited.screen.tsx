import { Button } from '../parts/button.js';
import { StatusPanel } from '../parts/status-panel.js';
import type { ScreenProps } from './screen-props.js';

export function RateLimitedScreen({ page, state, texts, merchant }: ScreenProps) {
  const { title, body, wait, now } = texts.rateLimited;
  const { trouble } = state;
  const waiting = trouble?.kind === 'rate_limited' && !trouble.over ? trouble : null;
  return (
    <StatusPanel tone="neutral" icon="clock" title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
      <p role="status">{waiting ? wait(Math.ceil(waiting.waitMs / 1000)) : now}</p>
      <Button kind="primary" off={waiting !== null} onPress={() => void page.retry()}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}
