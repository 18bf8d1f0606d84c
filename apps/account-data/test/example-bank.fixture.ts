import {
  BankUnavailable,
  InstitutionConnector,
  type ActionAnswer,
  type BackgroundLogin,
  type ConsentRemoval,
  type CredentialsLogin,
  type LoginAnswer,
  type LoginRefusal,
  type Retrieval,
} from '../src/banks/institution-connections/institution-connector.js';
import type {
  BankProduct,
  RetrievedAccount,
  RetrievedBatch,
  RetrievedTransaction,
} from '../src/banks/institution-connections/retrieved-rows.js';
import type { ConnectedInstitution } from './describe-institution-connector.fixture.js';

const PRODUCTS = [
  'ACCOUNTS',
  'ONLINE_TRANSACTIONS',
  'HISTORICAL_TRANSACTIONS',
  'STATEMENTS',
  'BALANCE_HISTORY',
] as const satisfies readonly BankProduct[];
const ROWS = 120;
const PAGE = 50;
const CURRENCY = 'HKD';

/** What the bank of the example keeps. */
class ExampleBank {
  readonly ended = new Set<string>();
  readonly wrongCodes = new Map<string, number>();
  private sessions = 0;

  newSession(user: string): string {
    this.sessions += 1;
    return `${user}#${this.sessions}`;
  }
}

/** The worked example of docs/institution-connectors.md: one account, and a code for `asker`. */
export class ExampleConnector extends InstitutionConnector {
  override readonly appType = 'LIVE';
  override readonly institutionIds = ['example-bank'];

  constructor(
    private readonly bank: ExampleBank,
    private readonly isAway = false,
  ) {
    super();
  }

  override startLogin({ credentials }: CredentialsLogin): Promise<LoginAnswer> {
    const { user = '', pin = '' } = credentials;
    if (this.isAway) return Promise.resolve({ outcome: 'UNKNOWN' });
    if (user === 'locked') return refused('TOO_MANY_ATTEMPTS');
    if (pin !== '4711') return refused('CREDENTIALS_INVALID');
    return user === 'asker' ? askForCode(user, true) : this.accepted(user);
  }

  override startRedirect(): Promise<LoginAnswer> {
    return refused('UNAVAILABLE');
  }

  override completeRedirect(): Promise<LoginAnswer> {
    return refused('CREDENTIALS_INVALID');
  }

  override answerAction(answer: ActionAnswer): Promise<LoginAnswer> {
    const { attemptId, pendingLogin, inputs } = answer;
    const wrong = this.bank.wrongCodes.get(attemptId) ?? 0;
    if (wrong >= 3) return refused('TOO_MANY_ATTEMPTS');
    if (inputs['code'] === '99') return this.accepted(pendingLogin);
    this.bank.wrongCodes.set(attemptId, wrong + 1);
    return wrong + 1 === 3 ? refused('TOO_MANY_ATTEMPTS') : askForCode(pendingLogin, false);
  }

  override async refresh(login: BackgroundLogin): Promise<LoginAnswer> {
    if (login.login) {
      const answer = await this.startLogin({ ...login, ...login.login });
      return answer.outcome === 'ACTION' ? refused('USER_NEEDED') : answer;
    }
    const { bankSession } = login;
    if (bankSession === null || this.bank.ended.has(bankSession)) return refused('USER_NEEDED');
    return this.accepted(bankSession.split('#')[0] ?? '');
  }

  override async *retrieve(retrieval: Retrieval): AsyncIterable<RetrievedBatch> {
    const { institutionId, product, bankSession, resumeAfter } = retrieval;
    if (this.isAway) throw new BankUnavailable(institutionId, { reason: 'no answer' });
    if (this.bank.ended.has(bankSession)) {
      yield { cursor: 'end', outcome: 'RETRIEVAL_FAILED' };
      return;
    }
    const accounts = await Promise.resolve([account()]);
    if (product === 'HISTORICAL_TRANSACTIONS') {
      for (let start = Number(resumeAfter ?? 0); start < ROWS; start += PAGE) {
        const end = Math.min(start + PAGE, ROWS);
        const last = end === ROWS ? { outcome: 'RETRIEVED' as const } : {};
        yield { cursor: String(end), accounts, transactions: rows(start, end), ...last };
      }
      return;
    }
    const isSupported = PRODUCTS.some((each) => each === product);
    yield { cursor: 'end', accounts, outcome: isSupported ? 'RETRIEVED' : 'NOT_SUPPORTED' };
  }

  override removeConsent({ institutionId, bankSession }: ConsentRemoval): Promise<'REMOVED'> {
    if (this.isAway) {
      return Promise.reject(new BankUnavailable(institutionId, { reason: 'no answer' }));
    }
    this.bank.ended.add(bankSession);
    return Promise.resolve('REMOVED');
  }

  private accepted(user: string): Promise<LoginAnswer> {
    return Promise.resolve({
      outcome: 'ACCEPTED',
      bankSession: this.bank.newSession(user),
      bankUserName: user,
      products: PRODUCTS,
      permissionExpiresAt: null,
      refreshesWithoutUser: user !== 'asker',
    });
  }
}

function askForCode(pendingLogin: string, firstTime: boolean): Promise<LoginAnswer> {
  return Promise.resolve({
    outcome: 'ACTION',
    action: {
      type: 'ACTION',
      name: 'MOBILE_OTP',
      messages: [{ name: 'title', type: 'TEXT', value: 'Enter the code of your token.' }],
      fields: [{ name: 'code', type: 'INPUT', label: 'Code' }],
    },
    pendingLogin,
    firstTime,
  });
}

function refused(reason: LoginRefusal): Promise<LoginAnswer> {
  return Promise.resolve({ outcome: 'REFUSED', reason });
}

function account(): RetrievedAccount {
  return {
    accountKey: 'a1',
    name: 'Everyday',
    type: 'DEPOSIT',
    subtype: 'CURRENT',
    currency: CURRENCY,
    country: 'HKG',
    number: '100-200-300',
    balance: { value: (ROWS / 100).toFixed(2), currency: CURRENCY },
  };
}

function rows(start: number, end: number): RetrievedTransaction[] {
  return Array.from({ length: end - start }, (_, index) => ({
    accountKey: 'a1',
    transactionKey: `row-${start + index}`,
    isPending: false,
    postedDate: '2026-01-01',
    transactionTime: new Date('2026-01-01T08:00:00.000Z'),
    amount: { value: '0.01', currency: CURRENCY },
    description: 'INTEREST',
  }));
}

/** As the conformance suite takes it. */
export function exampleInstitution(): ConnectedInstitution {
  const bank = new ExampleBank();
  const loginOf = (user: string, pin = '4711') => ({
    loginMethodId: 'credentials',
    credentials: { user, pin },
  });
  return {
    connector: new ExampleConnector(bank),
    away: new ExampleConnector(bank, true),
    institutionId: 'example-bank',
    good: loginOf('ann'),
    wrong: loginOf('ann', '0000'),
    locked: loginOf('locked'),
    asking: { ...loginOf('asker'), otp: { code: '99' }, wrongOtp: { code: '1' } },
  };
}
