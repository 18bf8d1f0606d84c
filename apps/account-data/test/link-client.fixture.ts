import type { Jwk } from '@towpath/contracts';
import type {
  LinkAction,
  LinkStatusResponse,
  LoginIdentity,
  LoginIdentityResponse,
} from '@towpath/contracts/account-data';
import { newId, type ClientId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { byValues, DueJobRunner, Transactions } from '@towpath/persistence';
import { eventually, sealChecklist } from '@towpath/testing';
import { RefreshesService } from '../src/linking/refreshes/refreshes.service.js';
import { TestAccountData, type Answered, type StandIns } from './account-data.fixture.js';

export interface Refusal {
  readonly error: { readonly code: string | number; readonly error_code: string };
}

/** The one that the app registered. */
export const RETURN_URI = 'https://shop.example/return';

type Fields = Readonly<Record<string, string>>;

/** A customer app with a user interface of its own, and a look behind it. */
export class LinkClient {
  private constructor(
    readonly service: TestAccountData,
    readonly app: CustomerAppId,
    readonly token: string,
    private readonly key: Jwk,
    readonly clientId: ClientId,
  ) {}

  static async start(standIns: StandIns): Promise<LinkClient> {
    const service = await TestAccountData.start(standIns);
    const app = await service.customerApp('TEST', { redirect_uris: [RETURN_URI] });
    const clientId = newId<ClientId>(new Date());
    const { body } = await service.get<{ keys: [Jwk] }>('/jwks');
    const token = await service.token(app, { client_id: clientId });
    return new LinkClient(service, app, token, body.keys[0], clientId);
  }

  /** As the documentation says: the parts in the spelling of the link operations. */
  sealed(fields: Fields) {
    const payload = sealChecklist([], this.key, { plaintext: JSON.stringify(fields) });
    return {
      keyId: payload.key_id,
      ciphertext: payload.ciphertext,
      initializationVector: payload.initialization_vector,
      messageAuthenticationCode: payload.message_authentication_code,
      envelopeEncryptionKey: payload.envelope_encryption_key,
    };
  }

  order(userId: string, more: object = {}) {
    return {
      institution_id: 'testbank',
      user_id: 'customer-42',
      consent: true,
      products_requested: ['ACCOUNTS', 'TRANSACTIONS', 'STATEMENTS', 'IDENTITY'],
      store_credentials: true,
      encrypted_credentials: this.sealed({ user_id: userId, password: 'datagood' }),
      ...more,
    };
  }

  /** What a relink sends. The login of `user_otp` goes on until its code is entered. */
  again(userId = 'usergood') {
    const typed = { user_id: userId, password: 'datagood' };
    return { consent: true, encrypted_credentials: this.sealed(typed) };
  }

  async link(userId: string, more: object = {}): Promise<LoginIdentity> {
    const { status, body } = await this.service.post<LoginIdentityResponse & Refusal>(
      '/link',
      this.order(userId, more),
      this.token,
    );
    expect([status, body.error]).toEqual([200, undefined]);
    return body.login_identity;
  }

  async read(id: string): Promise<LoginIdentity> {
    const path = `/login_identity/${id}`;
    return (await this.service.get<LoginIdentityResponse>(path, this.token)).body.login_identity;
  }

  statusOf(id: string): Promise<Answered<LinkStatusResponse & Refusal>> {
    return this.service.get(`/link/status/${id}`, this.token);
  }

  reaches(id: string, status: string, deadlineMs?: number): Promise<LoginIdentity> {
    return eventually(
      async () => {
        const found = await this.read(id);
        expect(found.status).toBe(status);
        return found;
      },
      deadlineMs === undefined ? {} : { deadlineMs },
    );
  }

  async linked(userId: string, more: object = {}): Promise<LoginIdentity> {
    const { login_identity_id: id } = await this.link(userId, more);
    return this.reaches(id, 'DATA_RETRIEVAL_COMPLETE');
  }

  /** The action that follows `previous`. */
  asked(id: string, previous = ''): Promise<LinkAction> {
    return eventually(async () => {
      const { action } = (await this.statusOf(id)).body;
      expect(action).toBeDefined();
      expect(action!.action_id).not.toBe(previous);
      return action!;
    });
  }

  answer(id: string, actionId: string, otp: string): Promise<Answered<Refusal>> {
    const body = { action_id: actionId, encrypted_credentials: this.sealed({ otp }) };
    return this.service.post(`/link/action/${id}`, body, this.token);
  }

  refresh(id: string): Promise<void> {
    const refreshes = this.service.providers.get(RefreshesService);
    return refreshes.refresh(this.app, id as LoginIdentityId);
  }

  /** Runs what is due now, instead of the next poll. */
  runDue(): Promise<number> {
    return this.service.part(DueJobRunner).runAll();
  }

  ownToken(id: string, app = this.app): Promise<string> {
    const claims = { token_use: 'login_identity', login_identity_id: id, sub: id } as const;
    return this.service.token(app, claims);
  }

  sql(text: string): Promise<Record<string, unknown>[]> {
    return this.service.providers
      .get(Transactions)
      .forApp(this.app, (tx) => tx.query<Record<string, unknown>>(byValues(text)));
  }
}
