import type { JwksResponse, Jwk } from '@towpath/contracts';
import type {
  MandateAuthResponse,
  SubmitChecklistRequest,
  SubmitChecklistResponse,
} from '@towpath/contracts/mandate';
import type { ApiAnswer, ApiClient } from './api-client.js';
import { sealChecklist, type ChecklistEntry } from './seal-checklist.js';

const LOGIN = 'INSTITUTION_CREDENTIALS_LOGIN';

/** The input of a payer of the simulated bank, each as an entry for encryption. */
export const TYPED = {
  account: (account_number: string, name = LOGIN): ChecklistEntry => ({
    type: 'ACCOUNT_IDENTIFICATION',
    name,
    value: { account_number, accountholder_name: 'Chan Tai Man' },
  }),
  consent: (name = LOGIN): ChecklistEntry => ({ type: 'ENDUSER_CONSENT', name, value: true }),
  /** With a limit of their own for one payment, in minor units. */
  consentUpTo: (max_transaction_amount: number, name = LOGIN): ChecklistEntry => ({
    type: 'ENDUSER_CONSENT',
    name,
    value: { max_transaction_amount },
  }),
  login: (members: object = {}): ChecklistEntry => ({
    type: 'ACCOUNTHOLDER_AUTHENTICATION',
    name: LOGIN,
    value: { user_id: 'usergood', password: 'datagood', ...members },
  }),
} as const;

export const RIGHT_OTP = '123456';

/** A payer with the token of one mandate, in any user interface. */
export class MandatePayer {
  constructor(
    readonly api: ApiClient,
    readonly token: string,
  ) {}

  auth(): Promise<MandateAuthResponse> {
    return this.api.call({ method: 'GET', path: '/mandates/auth', token: this.token });
  }

  select<T = { mandate_id: string }>(institutionId: string): Promise<ApiAnswer<T>> {
    return this.api.send<T>({
      method: 'POST',
      path: '/mandates/institution_selection',
      token: this.token,
      body: { institution_id: institutionId },
    });
  }

  /** The public key that `encryption_info` names. */
  async key(): Promise<Jwk> {
    return this.keyIn(await this.auth());
  }

  private async keyIn({ encryption_info: info }: MandateAuthResponse): Promise<Jwk> {
    const path = new URL(info.jwks_url).pathname;
    const { keys } = await this.api.call<JwksResponse>({ method: 'GET', path });
    const key = keys.find(({ kid }) => kid === info.key_id);
    if (!key) throw new Error(`the key set lacks ${info.key_id}`);
    return key;
  }

  async seal(...items: readonly ChecklistEntry[]): Promise<SubmitChecklistRequest> {
    const auth = await this.auth();
    const shown = items.map((item) => (item.type === 'ENDUSER_CONSENT' ? read(item, auth) : item));
    return sealChecklist(shown, await this.keyIn(auth));
  }

  async submit<T = SubmitChecklistResponse>(
    ...items: readonly ChecklistEntry[]
  ): Promise<ApiAnswer<T>> {
    return this.send<T>(await this.seal(...items));
  }

  send<T = SubmitChecklistResponse>(payload: object): Promise<ApiAnswer<T>> {
    const path = '/mandates/auth';
    return this.api.send<T>({ method: 'POST', path, token: this.token, body: payload });
  }

  /** Completes every step at the simulated bank, and agrees to everything. */
  async authorize(accountNumber: string): Promise<SubmitChecklistResponse> {
    await this.select('testbank');
    await this.submit(TYPED.account(accountNumber), TYPED.consent());
    await this.submit(TYPED.login());
    const { status, text, body } = await this.submit(TYPED.login({ otp: RIGHT_OTP }));
    if (status !== 200) throw new Error(`the mandate was not authorized: ${status} ${text}`);
    return body;
  }
}

/** By default the payer agrees to the text that is shown at present. */
function read(item: ChecklistEntry, { consent }: MandateAuthResponse): ChecklistEntry {
  if (!consent) return item;
  const { version, sha256 } = consent;
  return { consent_text: { version, sha256 }, ...item };
}
