import type { MandateView } from '../api/mandate-view.js';
import type { MandateFlow } from '../flow/mandate-flow.js';
import type { MandateState } from '../flow/mandate-state.js';
import type { MandateTexts } from '../i18n/en.js';

export interface MandateScreenProps {
  readonly flow: MandateFlow;
  readonly state: MandateState;
  readonly texts: MandateTexts;
  /** The merchant's name, or words in place of it. */
  readonly merchant: string;
  /** Amount in minor units that is collected at once after the set-up; null for none. */
  readonly due: number | null;
  /** The payer's own limit as typed: kept over the steps, sent only with the consent. */
  readonly typedMost: string;
  readonly onTypeMost: (typed: string) => void;
}

/** For the screens that exist only once the mandate is known. */
export interface MandateViewProps extends MandateScreenProps {
  readonly view: MandateView;
}
