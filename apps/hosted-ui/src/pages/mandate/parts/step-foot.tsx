import { Button } from '../../../shared/parts/button.js';
import type { MandateScreenProps } from '../screens/mandate-screen-props.js';

interface StepFootProps extends Pick<MandateScreenProps, 'flow' | 'state' | 'words'> {
  readonly label?: string;
}

/** The button that leaves every step without a set-up. */
export function StepFoot({ flow, state, words, label }: StepFootProps) {
  const busy = state.sending.what !== 'nothing';
  return (
    <div class="step-foot">
      <Button
        kind="quiet"
        busy={state.sending.what === 'leave'}
        off={busy}
        onPress={() => void flow.decline()}
      >
        {label ?? words.cancel}
      </Button>
    </div>
  );
}
