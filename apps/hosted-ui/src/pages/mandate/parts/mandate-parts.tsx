import { Button } from '../../../shared/parts/button.js';
import { ChosenBank } from '../../../shared/parts/bank-parts.js';
import { StepNotice } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { StepFoot } from '../../../shared/parts/step.js';
import { progressAt, type Step } from '../flow/checklist.js';
import { noticeText } from '../flow/failure-of.js';
import type { MandateScreenProps, MandateViewProps } from '../screens/mandate-screen-props.js';

export function MandateBank({ flow, view, texts }: MandateViewProps) {
  if (!view.institution) return null;
  return (
    <ChosenBank institution={view.institution}>
      {!view.institution_fixed && (
        <Button kind="quiet" onPress={() => flow.changeInstitution()}>
          {texts.institution.change}
        </Button>
      )}
    </ChosenBank>
  );
}

interface MandateFootProps extends Pick<MandateScreenProps, 'flow' | 'state' | 'texts'> {
  readonly label?: string;
}

/** Leaves every step without a set-up. */
export function MandateFoot({ flow, ...props }: MandateFootProps) {
  return <StepFoot {...props} onLeave={() => void flow.decline()} />;
}

export function MandateNotice({ state, texts }: Pick<MandateScreenProps, 'state' | 'texts'>) {
  const { notice } = state;
  return <StepNotice text={notice && noticeText(notice, texts, state.view)} />;
}

interface StepHeadProps extends Pick<MandateScreenProps, 'texts' | 'merchant'> {
  readonly step: Step;
  readonly title: string;
}

export function StepHead({ step, title, texts, merchant }: StepHeadProps) {
  return (
    <div class="step-head">
      <p class="step-head__progress small">{texts.progress(progressAt(step))}</p>
      <ScreenTitle title={title} titleFor={merchant} />
    </div>
  );
}
