import { Button } from '../../../shared/parts/button.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { ScreenProps } from './screen-props.js';

export function ConnectionTroubleScreen({ page, state, texts, merchant }: ScreenProps) {
  const offline = state.trouble?.kind === 'offline';
  const { title, body } = offline ? texts.offline : texts.server;
  return (
    <StatusPanel
      tone="neutral"
      icon={offline ? 'offline' : 'alert'}
      title={title}
      titleFor={null}
      texts={texts}
    >
      <p>{body(merchant)}</p>
      <Button kind="primary" onPress={() => void page.retry()}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}
