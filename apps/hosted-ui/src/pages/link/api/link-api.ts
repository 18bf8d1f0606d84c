import type { ApiAnswer } from '../../../shared/api/api-answer.js';
import { knownMembers, PageApi } from '../../../shared/api/page-api.js';
import type { SessionGrant } from '../../../shared/api/page-types.js';
import type { PublicKey } from '../../../shared/crypto/seal.js';
import { isRecord } from '../../../shared/values.js';
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
const MAX_INSTITUTIONS = 50;

interface InstitutionQuestion {
  readonly query: string;
  /** ISO 3166, three letters; null for any. */
  readonly country: string | null;
  readonly type: string | null;
}

/** The operations behind the link page. */
export class LinkApi extends PageApi<LinkView> {
  constructor(send: typeof fetch) {
    super({ send, hosted: HOSTED, parseView: parseLinkView });
  }

  override openSession(token: string): Promise<ApiAnswer<SessionGrant>> {
    return this.post({ path: `${HOSTED}/session`, accessToken: token, body: {} });
  }

  institutions(
    accessToken: string,
    { query, country, type }: InstitutionQuestion,
  ): Promise<ApiAnswer<{ institutions: LinkInstitution[] }>> {
    const asked = new URLSearchParams({ limit: String(MAX_INSTITUTIONS) });
    if (query !== '') asked.set('query', query);
    if (country !== null) asked.set('country', country);
    if (type !== null) asked.set('institution_type', type);
    return this.get({ path: `${HOSTED}/institutions?${asked.toString()}`, accessToken });
  }

  offer(
    accessToken: string,
    { institution_id }: Pick<LinkInstitution, 'institution_id'>,
  ): Promise<ApiAnswer<LinkOffer>> {
    const asked = new URLSearchParams({ institution_id });
    return this.get({ path: `${HOSTED}/consent?${asked.toString()}`, accessToken });
  }

  keys(): Promise<ApiAnswer<{ keys: PublicKey[] }>> {
    return this.get({ path: '/jwks' });
  }

  login(accessToken: string, body: LoginRequest): Promise<ApiAnswer<LinkView>> {
    return this.change({ path: `${HOSTED}/login`, accessToken, body });
  }

  answer(
    accessToken: string,
    body: { readonly action_id: string; readonly encrypted_credentials: EncryptedPayload },
  ): Promise<ApiAnswer<LinkView>> {
    return this.change({ path: `${HOSTED}/action`, accessToken, body });
  }

  /** `result`: the login is done; `leave`: the user ends without it. */
  end(
    accessToken: string,
    { how }: { readonly how: 'result' | 'leave' },
  ): Promise<ApiAnswer<LinkResult>> {
    return this.post({ path: `${HOSTED}/${how}`, accessToken, body: {} });
  }
}

/** The answer as a view, or null when this version of the page cannot show it truthfully. */
function parseLinkView(body: unknown): LinkView | null {
  const members = knownMembers(body, { step: STEPS });
  if (!members || (members['step'] === 'ACTION' && !isRecord(members['action']))) return null;
  return body as LinkView;
}
