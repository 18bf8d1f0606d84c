import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import type { SessionGrant, Institution } from '../../../shared/api/page-types.js';
import { JsonCalls } from '../../../shared/api/json-calls.js';
import type { MandateView, SealedChecklist } from './mandate-view.js';
import type { PublicKey } from '../../../shared/crypto/seal.js';
import { isCurrency } from '@towpath/kernel';

const STATUSES: readonly MandateView['status'][] = [
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
];

const UI_MODES: readonly MandateView['ui_mode'][] = [
  'redirect',
  'auto_redirect',
  'standalone',
  'iframe',
];

const HOSTED = '/mandates/hosted';
/** More than a payer reads; the search narrows it. */
const MOST_INSTITUTIONS = 50;

/** The operations behind the mandate page. Never throws: every outcome is an `ApiAnswer`. */
export class MandateApi {
  private readonly calls: JsonCalls;

  constructor(send: typeof fetch) {
    this.calls = new JsonCalls(send);
  }

  openSession(token: string): Promise<ApiAnswer<SessionGrant>> {
    return this.calls.call({ method: 'POST', path: `${HOSTED}/session`, body: { token } });
  }

  extendSession(accessToken: string): Promise<ApiAnswer<SessionGrant>> {
    return this.calls.call({ method: 'POST', path: `${HOSTED}/session/extend`, accessToken });
  }

  async view(accessToken: string): Promise<ApiAnswer<MandateView>> {
    const path = `${HOSTED}/view`;
    const answer = await this.calls.call<unknown>({ method: 'GET', path, accessToken });
    if (!answer.ok) return answer;
    const view = parseMandateView(answer.value);
    return view ? { ok: true, value: view } : { ok: false, failure: { kind: 'server' } };
  }

  institutions(
    accessToken: string,
    { query }: { readonly query: string },
  ): Promise<ApiAnswer<{ institutions: Institution[] }>> {
    const asked = new URLSearchParams({ limit: String(MOST_INSTITUTIONS) });
    if (query !== '') asked.set('query', query);
    const path = `${HOSTED}/institutions?${asked.toString()}`;
    return this.calls.call({ method: 'GET', path, accessToken });
  }

  choose(
    accessToken: string,
    { institution_id }: Pick<Institution, 'institution_id'>,
  ): Promise<ApiAnswer<{ mandate_id: string }>> {
    const path = '/mandates/institution_selection';
    return this.calls.call({ method: 'POST', path, accessToken, body: { institution_id } });
  }

  /** The keys of the checklist; of our own origin, whatever host the address names. */
  keys(
    jwksUrl: string,
    { keyId }: { readonly keyId: string },
  ): Promise<ApiAnswer<{ keys: PublicKey[] }>> {
    const path = URL.canParse(jwksUrl) ? new URL(jwksUrl).pathname : '/payments/jwks';
    // A set that the browser kept from before this key was made is not taken for this one.
    const named = new URLSearchParams({ kid: keyId });
    return this.calls.call({ method: 'GET', path: `${path}?${named.toString()}` });
  }

  submit(
    accessToken: string,
    sealed: SealedChecklist,
  ): Promise<ApiAnswer<{ mandate_status: string }>> {
    return this.calls.call({ method: 'POST', path: '/mandates/auth', accessToken, body: sealed });
  }

  leave(accessToken: string): Promise<ApiAnswer<object>> {
    return this.calls.call({ method: 'POST', path: `${HOSTED}/leave`, accessToken, body: {} });
  }
}

/**
 * The answer as a view, or null if this version of the page cannot show it correctly. No payer may
 * agree to a mandate whose text or limits the page does not understand.
 */
function parseMandateView(body: unknown): MandateView | null {
  if (!isRecord(body) || typeof body['mandate_id'] !== 'string') return null;
  const { status, ui_mode: uiMode, merchant, mandate_details: details, consent } = body;
  if (!STATUSES.some((known) => known === status)) return null;
  if (!UI_MODES.some((known) => known === uiMode)) return null;
  if (!isRecord(merchant) || typeof merchant['display_name'] !== 'string') return null;
  if (!isRecord(details) || !isCurrency(details['currency'])) return null;
  if (!isRecord(consent) || typeof consent['text'] !== 'string') return null;
  if (!Array.isArray(body['auth_checklist']) || !isRecord(body['encryption_info'])) return null;
  return body as unknown as MandateView;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
