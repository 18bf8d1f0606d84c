import { isCurrency } from '@towpath/kernel';
import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { knownMembers, PageApi, UI_MODES } from '../../../shared/api/page-api.js';
import type { Institution } from '../../../shared/api/page-types.js';
import type { PublicKey } from '../../../shared/crypto/seal.js';
import { isRecord } from '../../../shared/values.js';
import type { MandateView, SealedChecklist } from './mandate-view.js';

const KNOWN = {
  status: [
    'AUTHORIZATION_REQUIRED',
    'AUTHORIZING',
    'PROCESSING',
    'READY_TO_SUBMIT',
    'SUBMITTED',
    'SUCCEEDED',
    'FAILED',
    'REVOKED',
    'CANCELLED',
    'CLOSED',
  ],
  ui_mode: UI_MODES,
} as const satisfies { [K in keyof MandateView]?: readonly MandateView[K][] };

const HOSTED = '/mandates/hosted';
/** More than a payer reads; the search narrows it. */
const MAX_INSTITUTIONS = 50;

/** The operations behind the mandate page. */
export class MandateApi extends PageApi<MandateView> {
  constructor(send: typeof fetch) {
    super({ send, hosted: HOSTED, parseView: parseMandateView });
  }

  institutions(
    accessToken: string,
    { query }: { readonly query: string },
  ): Promise<ApiAnswer<{ institutions: Institution[] }>> {
    const asked = new URLSearchParams({ limit: String(MAX_INSTITUTIONS) });
    if (query !== '') asked.set('query', query);
    return this.get({ path: `${HOSTED}/institutions?${asked.toString()}`, accessToken });
  }

  choose(
    accessToken: string,
    { institution_id }: Pick<Institution, 'institution_id'>,
  ): Promise<ApiAnswer<{ mandate_id: string }>> {
    const path = '/mandates/institution_selection';
    return this.post({ path, accessToken, body: { institution_id } });
  }

  /** The keys of the checklist; of our own origin, whatever host the address names. */
  keys({
    jwks_url: url,
    key_id: kid,
  }: MandateView['encryption_info']): Promise<ApiAnswer<{ keys: PublicKey[] }>> {
    const path = URL.canParse(url) ? new URL(url).pathname : '/payments/jwks';
    // A set that the browser kept from before this key was made is not taken for this one.
    return this.get({ path: `${path}?${new URLSearchParams({ kid }).toString()}` });
  }

  submit(
    accessToken: string,
    body: SealedChecklist,
  ): Promise<ApiAnswer<{ mandate_status: string }>> {
    return this.post({ path: '/mandates/auth', accessToken, body });
  }

  leave(accessToken: string): Promise<ApiAnswer<object>> {
    return this.post({ path: `${HOSTED}/leave`, accessToken, body: {} });
  }
}

/**
 * The answer as a view, or null if this version of the page cannot show it correctly. No payer may
 * agree to a mandate whose text or limits the page does not understand.
 */
function parseMandateView(body: unknown): MandateView | null {
  const members = knownMembers(body, KNOWN);
  if (!members || typeof members['mandate_id'] !== 'string') return null;
  const { mandate_details: details, consent } = members;
  if (!isRecord(details) || !isCurrency(details['currency'])) return null;
  if (!isRecord(consent) || typeof consent['text'] !== 'string') return null;
  if (!Array.isArray(members['auth_checklist'])) return null;
  return isRecord(members['encryption_info']) ? (body as MandateView) : null;
}
