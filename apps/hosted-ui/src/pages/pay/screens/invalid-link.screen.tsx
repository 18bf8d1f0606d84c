import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { ScreenProps } from './screen-props.js';

export function InvalidLinkScreen({ texts, merchant }: ScreenProps) {
  const { title, body } = texts.invalidLink;
  return (
    <StatusPanel tone="neutral" icon="link" title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
    </StatusPanel>
  );
}
