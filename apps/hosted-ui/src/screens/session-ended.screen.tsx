import { StatusPanel } from '../parts/status-panel.js';
import type { ScreenProps } from './screen-props.js';

export function SessionEndedScreen({ texts, merchant }: ScreenProps) {
  const { title, body } = texts.sessionEnded;
  return (
    <StatusPanel tone="neutral" icon="clock" title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
    </StatusPanel>
  );
}
