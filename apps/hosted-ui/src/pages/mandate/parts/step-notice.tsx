import { Icon } from '../../../shared/parts/icon.js';
import { noticeText } from '../flow/notice-text.js';
import type { MandateScreenProps } from '../screens/mandate-screen-props.js';

/** For fields that it is about. */
export const STEP_NOTICE = 'step-notice';

/** The region stays in the page, so that assistive technology announces what appears in it. */
export function StepNotice({ state, words }: Pick<MandateScreenProps, 'state' | 'words'>) {
  const { notice } = state;
  return (
    <div id={STEP_NOTICE} role="alert" class="notice-region">
      {notice && (
        <div class="notice">
          <Icon name="alert" />
          <p>{noticeText(notice, words, state.view)}</p>
        </div>
      )}
    </div>
  );
}
