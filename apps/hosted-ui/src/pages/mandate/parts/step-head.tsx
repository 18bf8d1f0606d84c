import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { progressAt, type Step } from '../flow/checklist.js';
import type { MandateScreenProps } from '../screens/mandate-screen-props.js';

interface StepHeadProps extends Pick<MandateScreenProps, 'texts' | 'words' | 'merchant'> {
  readonly step: Step;
  readonly title: string;
}

/** The number of the step, and its title. */
export function StepHead({ step, title, texts, words, merchant }: StepHeadProps) {
  return (
    <div class="step-head">
      <p class="step-head__progress">{words.progress(progressAt(step))}</p>
      <ScreenTitle title={title} titleFor={merchant} texts={texts} />
    </div>
  );
}
