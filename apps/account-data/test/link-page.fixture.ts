import type {
  HostedLinkConsent,
  HostedLinkSession,
  HostedLinkView,
  LinkTokenResponse,
} from '@towpath/contracts/account-data';
import { eventually } from '@towpath/testing';
import { RETURN_URI, type LinkClient, type Refusal } from './link-client.fixture.js';

/** A link token of the app of `client`. */
export async function linkTokenOf(client: LinkClient, more: object = {}): Promise<string> {
  const order = {
    grant_type: 'client_credentials',
    response_type: 'code',
    response_mode: 'form_post',
    client_id: client.clientId,
    redirect_uri: RETURN_URI,
    user_id: 'customer-42',
    state: 's-1',
    ...more,
  };
  const { body } = await client.service.post<LinkTokenResponse>('/link/token', order, client.token);
  return body.access_token;
}

export const openPage = (client: LinkClient, token: string) =>
  client.service.post<HostedLinkSession & Refusal>('/link/hosted/session', {}, token);

/** The page, as its script speaks. */
export class LinkPage {
  constructor(
    private readonly client: LinkClient,
    readonly token: string,
  ) {}

  static async open(client: LinkClient, more: object = {}): Promise<LinkPage> {
    return LinkPage.of(client, await linkTokenOf(client, more));
  }

  static async of(client: LinkClient, token: string): Promise<LinkPage> {
    const opened = await openPage(client, token);
    expect(opened.status).toBe(200);
    return new LinkPage(client, opened.body.access_token);
  }

  post<T>(step: string, body: object = {}) {
    return this.client.service.post<T & Refusal>(`/link/hosted/${step}`, body, this.token);
  }

  async get<T>(path: string): Promise<T & Refusal> {
    return (await this.client.service.get<T & Refusal>(`/link/hosted/${path}`, this.token)).body;
  }

  view = () => this.get<HostedLinkView>('view');

  reaches(step: string): Promise<HostedLinkView> {
    return eventually(async () => {
      const view = await this.view();
      expect(view.step).toBe(step);
      return view;
    });
  }

  async login(userId: string, more: object = {}) {
    const credentials = this.client.sealed({ user_id: userId, password: 'datagood' });
    return this.agree('testbank', { encrypted_credentials: credentials, ...more });
  }

  /** Starts a login with the consent that is shown for the institution. */
  async agree(institutionId: string, more: object = {}) {
    const path = `consent?institution_id=${institutionId}`;
    const { consent } = await this.get<HostedLinkConsent>(path);
    return this.post<HostedLinkView>('login', {
      institution_id: institutionId,
      consent: { version: consent.version, sha256: consent.sha256 },
      store_credentials: true,
      ...more,
    });
  }
}

export const codeOf = ({ status, body }: { status: number; body: Refusal }) => [
  status,
  body.error?.error_code,
];
