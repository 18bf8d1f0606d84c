import { NoticeRegion } from '../../../shared/parts/notice-region.js';
import { noticeText } from '../flow/notice-text.js';
import type { MandateScreenProps } from '../screens/mandate-screen-props.js';

export function StepNotice({ state, words }: Pick<MandateScreenProps, 'state' | 'words'>) {
  const { notice } = state;
  return <NoticeRegion text={notice && noticeText(notice, words, state.view)} />;
}
