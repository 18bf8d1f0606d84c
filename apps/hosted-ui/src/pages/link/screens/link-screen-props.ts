import type { LinkOffer, LinkView } from '../api/link-view.js';
import type { LinkFlow } from '../flow/link-flow.js';
import type { LinkState } from '../flow/link-state.js';
import type { LinkTexts } from '../i18n/en.js';

export interface LinkScreenProps {
  readonly flow: LinkFlow;
  readonly state: LinkState;
  readonly texts: LinkTexts;
  /** The merchant's name, or words in place of it. */
  readonly merchant: string;
}

/** For the screens that exist only once the link is known. */
export interface LinkViewProps extends LinkScreenProps {
  readonly view: LinkView;
}

/** For the screens about one bank. */
export interface LinkOfferProps extends LinkViewProps {
  readonly offer: LinkOffer;
}
