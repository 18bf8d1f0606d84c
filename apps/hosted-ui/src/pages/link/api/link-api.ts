import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { JsonCalls } from '../../../shared/api/json-calls.js';
import type { SessionGrant } from '../../../shared/api/page-types.js';
import type { PublicKey } from '../../../shared/crypto/seal.js';
import type {
  EncryptedPayload,
  LinkInstitution,
  LinkOffer,
  LinkResult,
  LinkView,
  LoginRequest,
} from './link-view.js';

const STEPS: readonly LinkView['step'][] = [
  'CHOOSING',
  'CONNECTING',
  'ACTION',
  'REDIRECT',
  'CONNECTED',
  'FAILED',
];

const HOSTED = '/link/hosted';
/** More than a user reads; the search narrows it. */
const MOST_INSTITUTIONS = 50;

export interface InstitutionQuestion {
  readonly query: string;
  /** ISO 3166, three letters; null for any. */
  readonly country: string | null;
  readonly type: string | null;
}

/** The operations behind the link page. Never throws: every outcome is an `ApiAnswer`. */
export class LinkApi {
  private readonly calls: JsonCalls;

  constructor(send: typeof fetch) {
    this.calls = new JsonCalls(send);
  }

  openSession(token: string): Promise<ApiAnswer<SessionGrant>> {
    return this.post('session', { accessToken: token, body: {} });
  }

  extendSession(accessToken: string): Promise<ApiAnswer<SessionGrant>> {
    return this.post('session/extend', { accessToken, body: {} });
  }

  async view(accessToken: string): Promise<ApiAnswer<LinkView>> {
    const path = `${HOSTED}/view`;
    return viewIn(await this.calls.call<unknown>({ method: 'GET', path, accessToken }));
  }

  institutions(
    accessToken: string,
    { query, country, type }: InstitutionQuestion,
  ): Promise<ApiAnswer<{ institutions: LinkInstitution[] }>> {
    const asked = new URLSearchParams({ limit: String(MOST_INSTITUTIONS) });
    if (query !== '') asked.set('query', query);
    if (country !== null) asked.set('country', country);
    if (type !== null) asked.set('institution_type', type);
    const path = `${HOSTED}/institutions?${asked.toString()}`;
    return this.calls.call({ method: 'GET', path, accessToken });
  }

  offer(
    accessToken: string,
    { institution_id }: Pick<LinkInstitution, 'institution_id'>,
  ): Promise<ApiAnswer<LinkOffer>> {
    const path = `${HOSTED}/consent?${new URLSearchParams({ institution_id }).toString()}`;
    return this.calls.call({ method: 'GET', path, accessToken });
  }

  keys(): Promise<ApiAnswer<{ keys: PublicKey[] }>> {
    return this.calls.call({ method: 'GET', path: '/jwks' });
  }

  async login(accessToken: string, body: LoginRequest): Promise<ApiAnswer<LinkView>> {
    return viewIn(await this.post<unknown>('login', { accessToken, body }));
  }

  async answer(
    accessToken: string,
    body: { readonly action_id: string; readonly encrypted_credentials: EncryptedPayload },
  ): Promise<ApiAnswer<LinkView>> {
    return viewIn(await this.post<unknown>('action', { accessToken, body }));
  }

  result(accessToken: string): Promise<ApiAnswer<LinkResult>> {
    return this.post('result', { accessToken, body: {} });
  }

  leave(accessToken: string): Promise<ApiAnswer<LinkResult>> {
    return this.post('leave', { accessToken, body: {} });
  }

  private post<T>(
    operation: string,
    call: { readonly accessToken: string; readonly body: object },
  ): Promise<ApiAnswer<T>> {
    return this.calls.call({ method: 'POST', path: `${HOSTED}/${operation}`, ...call });
  }
}

function viewIn(answer: ApiAnswer<unknown>): ApiAnswer<LinkView> {
  if (!answer.ok) return answer;
  const view = parseLinkView(answer.value);
  return view ? { ok: true, value: view } : { ok: false, failure: { kind: 'server' } };
}

/** The answer as a view, or null when this version of the page cannot show it truthfully. */
function parseLinkView(body: unknown): LinkView | null {
  if (!isRecord(body)) return null;
  const { step, merchant, action } = body;
  if (!STEPS.some((known) => known === step)) return null;
  if (!isRecord(merchant) || typeof merchant['display_name'] !== 'string') return null;
  if (step === 'ACTION' && !isRecord(action)) return null;
  return body as unknown as LinkView;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
