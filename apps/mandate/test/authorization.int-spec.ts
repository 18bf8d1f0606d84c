/**
 * @proves getPaymentsJwks, getMandateAuthLink, getMandateAuth, submitAuthChecklist
 * @proves setMandateInstitution
 */
import { jest } from '@jest/globals';
import type { JwksResponse } from '@towpath/contracts';
import type {
  CreatedMandateResponse,
  MandateAuthResponse,
  MandateLinkResponse,
  MandateResponse,
} from '@towpath/contracts/mandate';
import {
  createSandboxApp,
  runGatewayCli,
  sharedSystem,
  type RunningSystem,
} from '@towpath/local-system';
import {
  ApiClient,
  eventually,
  MandatePayer,
  Merchant,
  RIGHT_OTP,
  TYPED,
  type ApiAnswer,
} from '@towpath/testing';

jest.setTimeout(240_000);

interface Refusal {
  readonly error: { readonly error_code: string; readonly details: string };
}

// The whole system: institutions, people, accounts and banks are other processes.
let system: RunningSystem;
let api: ApiClient;
let shop: Merchant;
let accountId: string;
beforeAll(async () => {
  system = await sharedSystem();
  api = new ApiClient(system.baseUrl);
  [shop, accountId] = await newShop();
});

async function newShop(): Promise<[Merchant, string]> {
  const app = await createSandboxApp(system, { name: 'Shop', currencies: ['HKD', 'USD'] });
  return [new Merchant(api, app), app.settlement_accounts[0]?.account_id ?? ''];
}

let count = 0;
async function newMandate(): Promise<CreatedMandateResponse> {
  count += 1;
  return shop.createMandate({
    body: {
      recipient_account: { account_id: accountId },
      sender: { email: 'tm@example.com', name: 'Chan Tai Man', external_user_id: `payer-${count}` },
      mandate_details: {
        currency: 'HKD',
        transaction_limits: { max_transaction_amount: 5000 },
      },
    },
  });
}

const linkFor = (mandateId: string, customizations: object = {}) =>
  shop.send<MandateLinkResponse>({
    method: 'POST',
    path: '/mandates/link',
    body: { mandate_id: mandateId, link_customizations: customizations },
  });

async function newPayer(customizations: object = {}): Promise<[MandatePayer, string]> {
  const { mandate_id: id } = await newMandate();
  const { body } = await linkFor(id, customizations);
  return [new MandatePayer(api, body.access_token), id];
}

const mandate = (id: string): Promise<MandateResponse> =>
  shop.getMandate({ path: { mandateId: id } });

const reached = (id: string, status: string): Promise<MandateResponse> =>
  eventually(async () => {
    const found = await mandate(id);
    return found.status === status ? found : undefined;
  });

const factorOf = (
  { auth_checklist: list }: Pick<MandateAuthResponse, 'auth_checklist'>,
  type: string,
) => list.find((factor) => factor.type === type);

const codeOf = ({ status, body }: ApiAnswer<Refusal>) => [status, body.error.error_code];

describe("authorizing a mandate in the app's own user interface", () => {
  it('goes from the choice of the bank to an accepted mandate', async () => {
    const [payer, id] = await newPayer();
    const before = await payer.auth();
    expect(before).toMatchObject({ mandate_id: id, institution_id: '', sender_type: 'INDIVIDUAL' });
    expect(before.auth_checklist.map(({ options }) => options)).toEqual([[], [], [], []]);

    expect((await payer.select('testbank')).body).toEqual({ mandate_id: id });
    const first = await payer.submit(TYPED.account('012-345678-833'), TYPED.consent());
    expect([first.status, first.body.mandate_status]).toEqual([200, 'AUTHORIZING']);
    const [submitted] = factorOf(first.body, 'ENDUSER_CONSENT')?.options ?? [];
    expect(submitted).toMatchObject({ submitted_by: 'CUSTOMER_APP' });

    const asked = (await payer.submit(TYPED.login())).body;
    const [login] = factorOf(asked, 'ACCOUNTHOLDER_AUTHENTICATION')?.options ?? [];
    expect(login).not.toHaveProperty('submitted_at');
    expect(login?.value_members).toEqual(['user_id', 'password', 'otp']);

    const done = await payer.submit(TYPED.login({ otp: RIGHT_OTP }));
    expect(done.status).toBe(200);
    const accepted = await reached(id, 'SUCCEEDED');
    expect(accepted.sender_account).toMatchObject({ account_number_masked: '****8833' });
    expect(JSON.stringify(accepted)).not.toContain('345678');
  });

  it('takes an IBAN and keeps it in the form that the bank needs', async () => {
    const [payer, id] = await newPayer();
    await payer.select('testbank');
    await payer.submit(TYPED.account('gb82 west-1234 5698 7654 32'), TYPED.consent());
    await payer.submit(TYPED.login({ otp: RIGHT_OTP }));
    const accepted = await reached(id, 'SUCCEEDED');
    expect(accepted.sender_account).toMatchObject({ account_number_masked: '****5432' });
  });

  it('publishes its keys to everybody and lets them be cached', async () => {
    const answer = await api.send<JwksResponse>({ method: 'GET', path: '/payments/jwks' });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    const [payer] = await newPayer();
    const { encryption_info: info } = await payer.auth();
    expect(info.jwks_url).toBe(`${system.baseUrl}/payments/jwks`);
    expect(answer.body.keys[0]).toMatchObject({ kid: info.key_id, kty: 'RSA', use: 'enc' });
    expect(JSON.stringify(answer.body)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });
});

describe('the institution of a mandate', () => {
  it('decides whether a person or a company pays, and drops what another institution was given', async () => {
    const [payer] = await newPayer();
    await payer.select('testbank');
    await payer.submit(TYPED.account('0123456789'), TYPED.consent());
    await payer.select('testbank');
    expect(factorOf(await payer.auth(), 'ENDUSER_CONSENT')?.options[0]?.submitted_at).toBeDefined();
    await payer.select('testbank-business');
    const changed = await payer.auth();
    expect(changed).toMatchObject({ sender_type: 'BUSINESS', institution_id: 'testbank-business' });
    const submitted = changed.auth_checklist.flatMap(({ options }) => options);
    expect(submitted.filter((option) => option.submitted_at)).toEqual([]);
    expect(factorOf(changed, 'USER_IDENTIFICATION')?.required).toBe('OPTIONAL');
  });

  it.each([
    ['nobody-knows', 'INSTITUTION_NOT_FOUND'],
    ['', 'INVALID_REQUEST'],
    ['x'.repeat(101), 'INVALID_REQUEST'],
  ])('cannot be %s', async (institutionId, code) => {
    const [payer] = await newPayer();
    expect(codeOf(await payer.select<Refusal>(institutionId))).toEqual([400, code]);
  });
});

describe('a login at the institution', () => {
  it.each([
    ['another password', { password: 'wrong' }, 'CREDENTIALS_INVALID', 'AUTHORIZATION_REQUIRED'],
    ['a wrong code', { otp: '000000' }, 'CREDENTIALS_INVALID', 'AUTHORIZATION_REQUIRED'],
    [
      'a bank that is down',
      { user_id: 'user_down' },
      'INSTITUTION_UNAVAILABLE',
      'AUTHORIZATION_REQUIRED',
    ],
    ['a locked login', { user_id: 'user_locked' }, 'TOO_MANY_ATTEMPTS', 'FAILED'],
  ])('with %s', async (_what, members, code, status) => {
    const [payer, id] = await newPayer();
    await payer.select('testbank');
    await payer.submit(TYPED.consent());
    expect(codeOf(await payer.submit<Refusal>(TYPED.login(members)))).toEqual([400, code]);
    const after = await payer.auth();
    expect(after.mandate_status).toBe(status);
    expect(factorOf(after, 'ENDUSER_CONSENT')?.options[0]?.submitted_at).toBeDefined();
    expect(after.error?.error_code).toBe(status === 'FAILED' ? code : undefined);
    expect((await mandate(id)).status).toBe(status);
  });

  it('may be repeated after a refusal, and ends after the third wrong code', async () => {
    const [payer, id] = await newPayer();
    await payer.select('testbank');
    await payer.submit(TYPED.login({ password: 'wrong' }));
    await payer.submit(TYPED.account('0123456789'), TYPED.consent(), TYPED.login());
    for (const code of ['CREDENTIALS_INVALID', 'CREDENTIALS_INVALID', 'TOO_MANY_ATTEMPTS']) {
      const refused = await payer.submit<Refusal>(TYPED.login({ otp: '000000' }));
      expect(codeOf(refused)).toEqual([400, code]);
    }
    expect((await mandate(id)).status).toBe('FAILED');
    const late = await payer.submit<Refusal>(TYPED.login({ otp: RIGHT_OTP }));
    expect(codeOf(late)).toEqual([400, 'INVALID_MANDATE_STATUS']);
  });
});

describe('a payer who is erased while logging in', () => {
  it('ends the mandate, and no job keeps trying to store the account', async () => {
    const [payer, id] = await newPayer();
    await payer.select('testbank');
    await payer.submit(TYPED.account('012-345678-833'), TYPED.consent(), TYPED.login());
    const { sender } = await mandate(id);
    const who = ['--customer-app', shop.customerAppId, '--user', sender.user_id];
    await runGatewayCli(system, ['payment-user', 'erase', ...who, '--reason', 'asked to']);
    await eventually(async () => (await mandate(id)).status === 'FAILED');
    expect((await mandate(id)).error?.error_code).toBe('PAYMENT_USER_NOT_FOUND');
  });
});
