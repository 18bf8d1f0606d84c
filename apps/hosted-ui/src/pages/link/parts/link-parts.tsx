import { InstitutionMark } from '../../../shared/banks/institution-mark.js';
import { Button } from '../../../shared/parts/button.js';
import { NoticeRegion } from '../../../shared/parts/notice-region.js';
import { bankChoiceOf } from '../flow/login-form.js';
import { noticeTextOf } from '../flow/failure-of.js';
import type { LinkOfferProps, LinkScreenProps } from '../screens/link-screen-props.js';

/** The error of this step. */
export function LinkNoticeRegion({ state, texts }: Pick<LinkScreenProps, 'state' | 'texts'>) {
  return <NoticeRegion text={noticeTextOf(state, texts)} />;
}

interface LinkFootProps extends Pick<LinkScreenProps, 'flow' | 'state' | 'texts'> {
  readonly label?: string;
  /** `primary` where there is nothing else to do. */
  readonly kind?: 'quiet' | 'primary';
}

/** The button that leaves the page, below every step. */
export function LinkFoot({ flow, state, texts, label, kind = 'quiet' }: LinkFootProps) {
  const { what } = state.sending;
  return (
    <div class="step-foot">
      <Button
        kind={kind}
        busy={what === 'leave'}
        off={what !== 'nothing'}
        onPress={() => void flow.leave()}
      >
        {label ?? texts.cancel}
      </Button>
    </div>
  );
}

/** The chosen bank, with a button for another one if there is a choice. */
export function LinkBank({ flow, view, offer, texts }: LinkOfferProps) {
  const institution = bankChoiceOf(offer.institution);
  return (
    <div class="chosen-bank">
      <InstitutionMark institution={institution} />
      <p class="chosen-bank__name">{institution.name}</p>
      {!view.institution_fixed && (
        <Button kind="quiet" onPress={() => flow.changeInstitution()}>
          {texts.institution.change}
        </Button>
      )}
    </div>
  );
}
