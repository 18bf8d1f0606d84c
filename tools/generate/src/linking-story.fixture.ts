import type { Jwk, JwksResponse } from '@towpath/contracts';
import type { LinkStatusResponse, LoginIdentityResponse } from '@towpath/contracts/account-data';
import type { RunningSystem } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import type { DocumentedApi } from './documented-api.fixture.js';
import { sealedFields } from './sealed-fields.fixture.js';

/** A customer app that links bank logins in its own user interface, and reads what they hold. */
export class LinkingStory {
  private key: Jwk = {};

  constructor(
    private readonly api: DocumentedApi,
    private readonly who: {
      readonly system: RunningSystem;
      readonly token: string;
    },
  ) {}

  /** Links with a code by phone, then once more. */
  async linksWithCode(): Promise<void> {
    const { keys } = await this.api.execute<JwksResponse>('getCredSubmitJwks');
    this.key = keys[0] ?? {};
    const id = await this.created('user_otp');
    await this.entersCode(id);
    await this.api.execute('relinkV2', { ...this.of(id), instead: this.typed('user_otp') });
    await this.entersCode(id);
  }

  private async entersCode(id: string): Promise<void> {
    const { action } = await this.polled(id, ({ action }) => action !== undefined);
    await this.api.execute('linkAction', {
      ...this.of(id),
      instead: { action_id: action?.action_id ?? '', ...this.sealed({ otp: '123456' }) },
    });
    await this.retrieved(id);
  }

  /** Everything that a login identity's token opens, then its end. */
  async readsAccounts(): Promise<void> {
    const token = await this.everythingOf('usergood');
    const { login_identity } = await this.api.execute<LoginIdentityResponse>('getLoginIdentity', {
      token,
    });
    const id = login_identity.login_identity_id;
    await this.api.execute('getLoginIdentityHistory', this.of(id));
    const { accounts } = await this.api.execute<{ accounts: Account[] }>('listAccounts', { token });
    const account = accounts.find(({ account_type: type }) => type?.subtype === 'CURRENT');
    const path = { accountId: account?.account_id ?? '' };
    for (const operation of OF_ONE_ACCOUNT) await this.api.execute(operation, { token, path });
    for (const operation of OF_ALL) await this.api.execute(operation, { token });
    await this.readsStatements(token);
    await this.api.execute('refreshLoginIdentity', { token });
    await this.api.execute('deleteLoginIdentity', { token });
  }

  private async readsStatements(token: string): Promise<void> {
    const { statements } = await this.api.execute<{ statements: { id: string }[] }>(
      'getStatements',
      { token },
    );
    const asJson = { token, query: { redirect: 'false' } };
    const path = { statementId: statements[0]?.id ?? '' };
    const { statement_links: links } = await this.api.execute<{ statement_links: Link[] }>(
      'getStatement',
      { ...asJson, path },
    );
    await this.api.execute('getCompositeStatement', asJson);
    const url = new URL(links[0]?.url ?? '');
    const file = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const query = Object.fromEntries(url.searchParams);
    await this.api.execute('downloadStatementFile', { path: { file }, query });
  }

  /** A link for every product: more than the example asks for. */
  private async everythingOf(userId: string): Promise<string> {
    const { system, token } = this.who;
    const sealed = Object.entries(this.typed(userId)).map(([path, value]) => [
      path.split('.')[1],
      value,
    ]);
    const answer = await fetch(`${system.baseUrl}/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        institution_id: 'testbank',
        user_id: 'customer-43',
        consent: true,
        products_requested: [],
        store_credentials: false,
        encrypted_credentials: Object.fromEntries(sealed),
      }),
    });
    const { login_identity } = (await answer.json()) as LoginIdentityResponse;
    const { success } = await this.retrieved(login_identity.login_identity_id);
    return success?.access_token ?? '';
  }

  private async created(userId: string): Promise<string> {
    const { login_identity } = await this.api.execute<LoginIdentityResponse>('createLink', {
      token: this.who.token,
      instead: this.typed(userId),
    });
    return login_identity.login_identity_id;
  }

  private async retrieved(id: string): Promise<LinkStatusResponse> {
    const polled = await this.polled(id, ({ success }) => success !== undefined);
    await eventually(async () => {
      const { login_identity } = await this.api.execute<LoginIdentityResponse>(
        'getLoginIdentityById',
        this.of(id),
      );
      return login_identity.status === 'DATA_RETRIEVAL_COMPLETE';
    });
    return polled;
  }

  private polled(
    id: string,
    isReached: (status: LinkStatusResponse) => boolean,
  ): Promise<LinkStatusResponse> {
    return eventually(async () => {
      const status = await this.api.execute<LinkStatusResponse>('linkStatus', this.of(id));
      return isReached(status) ? status : undefined;
    });
  }

  private of(loginIdentityId: string) {
    return { token: this.who.token, path: { loginIdentityId } };
  }

  private typed(userId: string) {
    return this.sealed({ user_id: userId, password: 'datagood' });
  }

  private sealed(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return sealedFields(this.key, fields);
  }
}

const OF_ONE_ACCOUNT = [
  'getAccount',
  'getAccountNumber',
  'getBalanceHistory',
  'listTransactionsByAccountId',
];
const OF_ALL = [
  'listCardDetails',
  'listTransactionsByLoginIdentityId',
  'getIdentity',
  'getIncomeEstimateByLoginIdentityId',
];

interface Account {
  readonly account_id: string;
  readonly account_type?: { readonly subtype?: string };
}

interface Link {
  readonly url: string;
}
