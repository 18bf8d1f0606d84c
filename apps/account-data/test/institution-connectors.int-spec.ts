import { SANDBOX_START_MS, SandboxProcess } from '@towpath/testing';
import { SandboxInstitutionConnector } from '../src/banks/institution-connections/sandbox-institution-connector.js';
import {
  describeInstitutionConnector,
  type ConnectedInstitution,
} from './describe-institution-connector.fixture.js';
import { exampleInstitution } from './example-bank.fixture.js';

const BANK_SECRET = 'a-secret-of-the-simulated-bank-for-tests';

let bank: SandboxProcess;
let testbank: ConnectedInstitution;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  bank = await SandboxProcess.start({ secret: BANK_SECRET });
  testbank = {
    connector: connectorAt(bank.url),
    away: connectorAt('http://127.0.0.1:9'),
    institutionId: 'testbank',
    good: loginOf('usergood'),
    wrong: loginOf('usergood', 'wrong'),
    locked: loginOf('user_locked'),
    asking: { ...loginOf('user_otp'), otp: { otp: '123456' }, wrongOtp: { otp: '000000' } },
    page: { institutionId: 'testbank-oauth', approve },
  };
}, SANDBOX_START_MS);
afterAll(async () => {
  for (const close of closing) await close();
  await bank?.stop();
});

function loginOf(user_id: string, password = 'datagood') {
  return { loginMethodId: 'credentials', credentials: { user_id, password } };
}

function connectorAt(baseUrl: string): SandboxInstitutionConnector {
  const access = { url: baseUrl, publicUrl: baseUrl, secret: BANK_SECRET, secrets: [BANK_SECRET] };
  const connector = new SandboxInstitutionConnector(access);
  closing.push(() => connector.close());
  return connector;
}

/** As the browser of an end-user does it. */
async function approve(url: string): Promise<Readonly<Record<string, string>>> {
  const form = new URLSearchParams({
    decision: 'approve',
    user_id: 'usergood',
    password: 'datagood',
  });
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '', url).searchParams.get('return_url');
  return Object.fromEntries(new URL(back ?? '').searchParams);
}

describeInstitutionConnector('testbank', () => testbank);
const example = exampleInstitution();
describeInstitutionConnector('the example of the documents', () => example);

describe('the logins of the sandbox', () => {
  const attempt = {
    attemptId: 'an-attempt',
    customerAppId: 'app' as never,
    loginIdentityId: 'login' as never,
    language: 'en',
    now: new Date('2026-11-22T12:00:00.000Z'),
  } as const;
  const logIn = (userId: string, institutionId = 'testbank') =>
    testbank.connector.startLogin({ ...attempt, institutionId, ...loginOf(userId) });
  const ended = async (userId: string, product: 'STATEMENTS' | 'IDENTITY' | 'ACCOUNTS') => {
    const login = await logIn(userId);
    if (login.outcome !== 'ACCEPTED') throw new Error(login.outcome);
    const { bankSession } = login;
    const asked = { ...attempt, institutionId: 'testbank', since: null, resumeAfter: null };
    const outcomes: (string | undefined)[] = [];
    for await (const batch of testbank.connector.retrieve({ ...asked, product, bankSession })) {
      outcomes.push(batch.outcome);
    }
    return outcomes.at(-1);
  };

  it('chooses a device first for user_device', async () => {
    const asked = await logIn('user_device');
    if (asked.outcome !== 'ACTION') throw new Error(asked.outcome);
    const { action, pendingLogin } = asked;
    expect(action).toMatchObject({ name: 'DEVICE_SELECTION', fields: [{ type: 'SELECT' }] });
    const answer = { ...attempt, institutionId: 'testbank', pendingLogin };
    const inputs = { device: 'phone' };
    const next = await testbank.connector.answerAction({
      ...answer,
      actionName: action.name,
      inputs,
    });
    expect(next).toMatchObject({ action: { name: 'MOBILE_OTP' }, firstTime: true });
  });

  it.each([
    ['user_down', 'testbank'],
    ['usergood', 'testbank-unavailable'],
  ])('is down for %s at %s', async (userId, institutionId) => {
    const down = { outcome: 'REFUSED', reason: 'UNAVAILABLE' };
    expect(await logIn(userId, institutionId)).toEqual(down);
  });

  it('fails in parts for user_partial, and has no accounts for user_empty', async () => {
    expect(await ended('user_partial', 'STATEMENTS')).toBe('RETRIEVAL_FAILED');
    expect(await ended('user_partial', 'IDENTITY')).toBe('PARTIALLY_RETRIEVED');
    expect(await ended('user_partial', 'ACCOUNTS')).toBe('RETRIEVED');
    expect(await ended('user_empty', 'ACCOUNTS')).toBe('NOT_FOUND');
    expect(await ended('user_empty', 'IDENTITY')).toBe('RETRIEVED');
  });
});
