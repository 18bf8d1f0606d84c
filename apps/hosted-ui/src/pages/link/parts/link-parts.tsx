import { ChosenBank } from '../../../shared/parts/bank-parts.js';
import { Button } from '../../../shared/parts/button.js';
import { StepNotice } from '../../../shared/parts/notice-region.js';
import { StepFoot } from '../../../shared/parts/step.js';
import { noticeTextOf } from '../flow/failure-of.js';
import { bankChoiceOf } from '../flow/login-form.js';
import type { LinkOfferProps, LinkScreenProps } from '../screens/link-screen-props.js';

export function LinkNotice({ state, texts }: Pick<LinkScreenProps, 'state' | 'texts'>) {
  return <StepNotice text={noticeTextOf(state, texts)} />;
}

interface LinkFootProps extends Pick<LinkScreenProps, 'flow' | 'state' | 'texts'> {
  readonly label?: string;
  /** `primary` where there is nothing else to do. */
  readonly kind?: 'quiet' | 'primary';
}

export function LinkFoot({ flow, ...props }: LinkFootProps) {
  return <StepFoot {...props} onLeave={() => void flow.leave()} />;
}

export function LinkBank({ flow, view, offer, texts }: LinkOfferProps) {
  return (
    <ChosenBank institution={bankChoiceOf(offer.institution)}>
      {!view.institution_fixed && (
        <Button kind="quiet" onPress={() => flow.changeInstitution()}>
          {texts.institution.change}
        </Button>
      )}
    </ChosenBank>
  );
}
