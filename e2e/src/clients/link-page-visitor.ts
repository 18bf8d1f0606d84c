import type { Jwk } from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkResult,
  HostedLinkSession,
  HostedLinkView,
} from '@towpath/contracts/account-data';
import { eventually, sealFields, type ApiAnswer, type Merchant } from '@towpath/testing';

/** The subject of every request of the page's script. */
interface Step {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** The user on a hosted link page, by the requests that the page's script sends. */
export class LinkPageVisitor {
  private constructor(
    private readonly merchant: Merchant,
    readonly token: string,
  ) {}

  /** `order` adds to the request for the link token. */
  static async open(merchant: Merchant, redirectUri: string, order: object = {}) {
    const { access_token: token } = await merchant.generateLinkToken({
      body: {
        grant_type: 'client_credentials',
        response_type: 'code',
        response_mode: 'query',
        client_id: merchant.credentials.client_id,
        redirect_uri: redirectUri,
        user_id: 'customer-45',
        ...order,
      },
    });
    return LinkPageVisitor.enter(merchant, token);
  }

  /** With a token for a page that was not opened yet. */
  static async enter(merchant: Merchant, linkToken: string): Promise<LinkPageVisitor> {
    const session = await merchant.api.call<HostedLinkSession>({
      method: 'POST',
      path: '/link/hosted/session',
      token: linkToken,
      body: {},
    });
    return new LinkPageVisitor(merchant, session.access_token);
  }

  send<T = unknown>({ method, path, body }: Step): Promise<ApiAnswer<T>> {
    const asked = { method, path: `/link/hosted/${path}`, token: this.token };
    return this.merchant.api.send<T>(body ? { ...asked, body } : asked);
  }

  async view(): Promise<HostedLinkView> {
    return (await this.send<HostedLinkView>({ method: 'GET', path: 'view' })).body;
  }

  reaches(step: HostedLinkView['step']): Promise<HostedLinkView> {
    let last = '';
    return eventually(
      async () => {
        const view = await this.view();
        last = view.step;
        return view.step === step ? view : undefined;
      },
      { deadlineMs: 60_000, describe: () => `the page at ${step}, which is at ${last}` },
    );
  }

  async consent(institutionId: string): Promise<HostedLinkConsent['consent']> {
    const path = `consent?institution_id=${institutionId}`;
    return (await this.send<HostedLinkConsent>({ method: 'GET', path })).body.consent;
  }

  /**
   * Agrees to the displayed text; `userId` is undefined if the institution asks on its own page.
   */
  async logsIn(institutionId: string, userId: string | undefined, key: Jwk): Promise<void> {
    const { version, sha256 } = await this.consent(institutionId);
    const typed = userId === undefined ? undefined : { user_id: userId, password: 'datagood' };
    const { status, text } = await this.send({
      method: 'POST',
      path: 'login',
      body: {
        institution_id: institutionId,
        consent: { version, sha256 },
        store_credentials: true,
        ...(typed && { encrypted_credentials: sealFields(typed, key) }),
      },
    });
    if (status !== 200) throw new Error(`the login was refused: ${status} ${text}`);
  }

  async result(): Promise<HostedLinkResult> {
    const asked = { method: 'POST', path: 'result', body: {} } as const;
    return (await this.send<HostedLinkResult>(asked)).body;
  }
}
