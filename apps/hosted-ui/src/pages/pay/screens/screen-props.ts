import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';
import type { ShownAmount } from '../../../shared/money/format-amount.js';
import type { PageState } from '../flow/page-state.js';
import type { PayPage } from '../flow/pay-page.js';

export interface ScreenProps {
  readonly flow: PayPage;
  readonly state: PageState;
  readonly texts: Texts;
  /** The merchant's name, or words in place of it. */
  readonly merchant: string;
  readonly amount: ShownAmount | null;
  /** Instructions for test mode, while they concern a bank. */
  readonly tellWhatToTry: (words: string | null) => void;
}

/** For the screens that exist only once the link is known. */
export interface LinkScreenProps extends ScreenProps {
  readonly view: HostedView;
}
