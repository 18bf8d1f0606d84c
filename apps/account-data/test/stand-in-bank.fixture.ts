import {
  BankUnavailable,
  InstitutionConnector,
  type ActionAnswer,
  type BackgroundLogin,
  type CredentialsLogin,
  type LoginAnswer,
  type RedirectLogin,
  type RedirectReturn,
  type Retrieval,
} from '../src/banks/institution-connections/institution-connector.js';
import type { RetrievedFor } from '../src/data/retrieved-data/retrieved-data.service.js';
import type {
  ProductOutcome,
  RetrievedBatch,
} from '../src/banks/institution-connections/retrieved-rows.js';
import type { AssessingIncome, Erasing, Storing } from './account-data.fixture.js';

const OTP = '123456';
const MAX_WRONG = 3;

/** A bank inside the test: the outcomes of the simulated one, without its data. */
export class StandInBank extends InstitutionConnector {
  override readonly appType = 'TEST';
  override readonly institutionIds = ['testbank', 'testbank-oauth'];
  /** Attempts that were answered wrongly, by attempt. */
  private readonly wrong = new Map<string, number>();
  readonly removed: string[] = [];
  readonly retrieved: string[] = [];
  /** What pages of the bank sent back. */
  readonly returns: Readonly<Record<string, string>>[] = [];
  /** Calls of `retrieve` that fail before one succeeds. */
  failures = 0;
  /** Pages follow on pages. */
  isEndless = false;

  override startLogin({ credentials }: CredentialsLogin): Promise<LoginAnswer> {
    const { user_id: userId = '', password } = credentials;
    if (userId === 'user_locked') return refused('TOO_MANY_ATTEMPTS');
    if (userId === 'user_down') return refused('UNAVAILABLE');
    if (password !== 'datagood' || !userId.startsWith('user'))
      return refused('CREDENTIALS_INVALID');
    if (userId === 'user_otp') return Promise.resolve(otpAction(userId, true));
    return Promise.resolve(accepted(userId));
  }

  override answerAction({ attemptId, inputs, pendingLogin }: ActionAnswer): Promise<LoginAnswer> {
    if (inputs['otp'] === OTP) return Promise.resolve(accepted(pendingLogin));
    const wrong = (this.wrong.get(attemptId) ?? 0) + 1;
    this.wrong.set(attemptId, wrong);
    if (wrong >= MAX_WRONG) return refused('TOO_MANY_ATTEMPTS');
    return Promise.resolve(otpAction(pendingLogin, false));
  }

  override refresh({ login, bankSession }: BackgroundLogin): Promise<LoginAnswer> {
    const [, ofSession] = /^session of (.+)$/.exec(bankSession ?? '') ?? [];
    const userId = login?.credentials['user_id'] ?? (login ? ofSession : undefined);
    return userId ? Promise.resolve(accepted(userId)) : refused('USER_NEEDED');
  }

  override startRedirect({ state, returnUrl }: RedirectLogin): Promise<LoginAnswer> {
    const query = new URLSearchParams({ state, return_url: returnUrl });
    const url = `https://bank.example/login?${query.toString()}`;
    return Promise.resolve({ outcome: 'REDIRECT', url, pendingLogin: `pending ${state}` });
  }

  /** Its codes are `code of <user>`. */
  override completeRedirect(back: RedirectReturn): Promise<LoginAnswer> {
    this.returns.push(back.query);
    if (back.query['error'] === 'access_denied') return refused('CANCELLED');
    const [, userId] = /^code of (.+)$/.exec(back.query['code'] ?? '') ?? [];
    const isOurs = back.pendingLogin === `pending ${back.state}`;
    if (!isOurs || userId === undefined) return refused('CREDENTIALS_INVALID');
    return Promise.resolve(accepted(userId));
  }

  override async *retrieve(retrieval: Retrieval): AsyncIterable<RetrievedBatch> {
    const { product, institutionId, bankSession, resumeAfter } = retrieval;
    this.retrieved.push(`${product} after ${resumeAfter ?? 'nothing'}`);
    if (resumeAfter === null) yield await Promise.resolve({ cursor: 'first' });
    if (this.failures > 0) {
      this.failures -= 1;
      throw new BankUnavailable(institutionId, { reason: 'as the test says' });
    }
    while (this.isEndless) yield await Promise.resolve({ cursor: 'more' });
    yield { cursor: 'last', outcome: outcomeOf(product, bankSession) };
  }

  override removeConsent({ bankSession }: { bankSession: string }): Promise<'REMOVED'> {
    this.removed.push(bankSession);
    return Promise.resolve('REMOVED');
  }
}

function outcomeOf(product: string, bankSession: string): ProductOutcome {
  if (bankSession !== 'session of user_partial') return 'RETRIEVED';
  if (product === 'STATEMENTS') return 'RETRIEVAL_FAILED';
  return product === 'IDENTITY' ? 'PARTIALLY_RETRIEVED' : 'RETRIEVED';
}

function refused(
  reason: Extract<LoginAnswer, { outcome: 'REFUSED' }>['reason'],
): Promise<LoginAnswer> {
  return Promise.resolve({ outcome: 'REFUSED', reason });
}

function accepted(userId: string): LoginAnswer {
  return {
    outcome: 'ACCEPTED',
    bankSession: `session of ${userId}`,
    bankUserName: userId,
    products: [],
    permissionExpiresAt: null,
    refreshesWithoutUser: userId !== 'user_asked',
  };
}

function otpAction(pendingLogin: string, firstTime: boolean): LoginAnswer {
  return {
    outcome: 'ACTION',
    pendingLogin,
    firstTime,
    action: {
      type: 'ACTION',
      name: 'MOBILE_OTP',
      messages: [{ name: 'title', type: 'TEXT', value: 'Enter the code.' }],
      fields: [{ name: 'otp', type: 'INPUT', label: 'Code' }],
      buttons: [{ name: 'submit', value: 'Continue', type: 'SUBMIT' }],
    },
  };
}

/** Takes everything and keeps whose it was. */
export class StandInStore implements Storing {
  readonly stored: (RetrievedFor & { readonly cursor: string })[] = [];

  store(whose: RetrievedFor, { cursor }: RetrievedBatch): Promise<void> {
    this.stored.push({ ...whose, cursor });
    return Promise.resolve();
  }
}

export class StandInErasure implements Erasing {
  readonly erased: string[] = [];

  erase({ loginIdentityId }: { loginIdentityId: string }): Promise<void> {
    this.erased.push(loginIdentityId);
    return Promise.resolve();
  }

  eraseUncovered(): Promise<void> {
    return Promise.resolve();
  }
}

export class StandInIncome implements AssessingIncome {
  assessIncome(): Promise<ProductOutcome> {
    return Promise.resolve('RETRIEVED');
  }
}
