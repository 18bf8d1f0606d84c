import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { cameFromBank } from '../../../shared/session/link-token.js';
import type { ScreenProps } from './screen-props.js';

/** A tab that a bank opened beside a frame has no session: there is nothing to do but to close it. */
export function SessionEndedScreen({ state, texts, merchant }: ScreenProps) {
  const isBeside = state.view === null && cameFromBank(window.location);
  const { title, body } = isBeside ? texts.backFromBank : texts.sessionEnded;
  return (
    <StatusPanel
      tone="neutral"
      icon={isBeside ? 'check' : 'clock'}
      title={title}
      titleFor={null}
      texts={texts}
    >
      <p>{body(merchant)}</p>
      {state.view && <ReturnLink view={state.view} texts={texts} kind="secondary" />}
    </StatusPanel>
  );
}
