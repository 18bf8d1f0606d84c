import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import type { SessionGrant } from '../../../shared/api/page-types.js';
import { JsonCalls } from '../../../shared/api/json-calls.js';
import type { MandateView, SealedChecklist } from './mandate-view.js';
import type { PublicKey } from '../../../shared/crypto/seal.js';
import type { Institution } from '../../../shared/banks/institution.js';
import { parseMandateView } from './parse-mandate-view.js';

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
