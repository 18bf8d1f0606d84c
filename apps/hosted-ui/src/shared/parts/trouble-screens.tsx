import type { PageTexts, StatusTexts } from '../i18n/page/page-texts.js';
import { Button } from './button.js';
import type { IconName } from './icon.js';
import { StatusPanel } from './status-panel.js';

interface TroubleProps {
  readonly words: StatusTexts;
  readonly texts: PageTexts;
  readonly merchant: string;
}

/** Nothing to do here but to read. */
export function DeadEnd({ icon, words, texts, merchant }: TroubleProps & { icon: IconName }) {
  return (
    <StatusPanel tone="neutral" icon={icon} title={words.title} titleFor={null} texts={texts}>
      <p>{words.body(merchant)}</p>
    </StatusPanel>
  );
}

interface RetriedProps extends TroubleProps {
  readonly onRetry: () => void;
}

export function NoConnection(props: RetriedProps & { readonly icon: IconName }) {
  const { icon, words, texts, merchant, onRetry } = props;
  return (
    <StatusPanel tone="neutral" icon={icon} title={words.title} titleFor={null} texts={texts}>
      <p>{words.body(merchant)}</p>
      <Button kind="primary" onPress={onRetry}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}

/** `waitMs`: null once the pause is over. */
export function Paused(props: RetriedProps & { readonly waitMs: number | null }) {
  const { words, texts, merchant, waitMs, onRetry } = props;
  const { wait, now } = texts.pause;
  return (
    <StatusPanel tone="neutral" icon="clock" title={words.title} titleFor={null} texts={texts}>
      <p>{words.body(merchant)}</p>
      <p role="status">{waitMs === null ? now : wait(Math.ceil(waitMs / 1000))}</p>
      <Button kind="primary" off={waitMs !== null} onPress={onRetry}>
        {texts.actions.retry}
      </Button>
    </StatusPanel>
  );
}
