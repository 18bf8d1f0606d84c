import { Button } from '../../../shared/parts/button.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { ScreenProps } from './screen-props.js';

export function RateLimitedScreen({ page, state, texts, merchant }: ScreenProps) {
  const { title, body } = texts.rateLimited;
  const { wait, now } = texts.pause;
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
