import { StatusPanel } from '../parts/status-panel.js';
import type { LinkScreenProps } from './screen-props.js';

export function ProcessingScreen({ state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.processing;
  const isSetup = view.mode === 'SETUP';
  return (
    <StatusPanel
      tone="busy"
      icon="spinner"
      title={isSetup ? words.setupTitle : words.title}
      titleFor={merchant}
      texts={texts}
    >
      <p>{isSetup ? words.setupBody : words.body}</p>
      <p class="fact">{(isSetup ? words.setupDoNotRepeat : words.doNotRepeat)(merchant)}</p>
      <p role="status" class="aside">
        {state.unreachable ? words.unreachable : ''}
      </p>
    </StatusPanel>
  );
}
