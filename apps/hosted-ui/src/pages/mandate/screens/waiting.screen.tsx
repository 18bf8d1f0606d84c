import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { WayOut } from '../parts/way-out.js';
import type { MandateViewProps } from './mandate-screen-props.js';

/** The bank usually answers while the payer watches. */
export function ProcessingScreen({ state, texts, words, merchant }: MandateViewProps) {
  const { title, body, close } = words.processing;
  return (
    <StatusPanel tone="busy" icon="spinner" title={title} titleFor={merchant} texts={texts}>
      <p>{body}</p>
      <p class="fact">{close(merchant)}</p>
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
    </StatusPanel>
  );
}

/** This bank takes its time: the payer has done everything and may go. */
export function SubmittedScreen(props: MandateViewProps) {
  const { title, body, close } = props.words.submitted;
  const { texts, merchant } = props;
  return (
    <StatusPanel tone="busy" icon="clock" title={title} titleFor={merchant} texts={texts}>
      <p>{body}</p>
      <p class="fact">{close(merchant)}</p>
      <WayOut {...props} goes="when_asked" />
    </StatusPanel>
  );
}
