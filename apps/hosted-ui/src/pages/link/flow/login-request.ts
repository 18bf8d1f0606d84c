import type { LinkOffer, LinkView, LoginRequest } from '../api/link-view.js';
import type { Agreed } from './link-state.js';

interface Asked {
  readonly view: LinkView;
  readonly offer: LinkOffer;
  readonly agreed: Agreed | null;
}

/** Members beside a login: the accepted text, and whether the login may be stored. */
export function loginRequest({ view, offer, agreed }: Asked): LoginRequest {
  const { institution_id } = offer.institution;
  // A refresh covers what was agreed to before.
  if (view.mode === 'REFRESH' || !agreed) return { institution_id };
  const { version, sha256 } = offer.consent;
  const isForced = view.automatic_data_refresh === 'FORCED_ON';
  return {
    institution_id,
    consent: { version, sha256 },
    store_credentials: isForced || agreed.refresh,
    ...(!isForced && { automatic_data_refresh: agreed.refresh }),
  };
}
