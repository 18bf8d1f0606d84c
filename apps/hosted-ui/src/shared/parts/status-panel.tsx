import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';
import { ScreenTitle } from './screen-title.js';

interface StatusPanelProps {
  readonly tone: 'good' | 'bad' | 'busy' | 'neutral';
  readonly icon: IconName;
  readonly title: string;
  readonly titleFor: string | null;
  readonly children: ComponentChildren;
}

/** The layout of every screen with a result: a mark, a heading, sentences, the next step. */
export function StatusPanel({ tone, icon, title, titleFor, children }: StatusPanelProps) {
  return (
    <div class={`panel-body status status--${tone}`}>
      <span class="status__mark">
        <Icon name={icon} />
      </span>
      <ScreenTitle title={title} titleFor={titleFor} />
      {children}
    </div>
  );
}
