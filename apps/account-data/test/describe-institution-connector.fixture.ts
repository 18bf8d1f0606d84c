import { newId, type CustomerAppId, type Id, type LoginIdentityId } from '@towpath/kernel';
import {
  BankUnavailable,
  type InstitutionConnector,
  type LoginAnswer,
  type LoginAttempt,
} from '../src/banks/institution-connections/institution-connector.js';
import {
  MAX_BATCH_ROWS,
  MAX_BATCH_STATEMENTS,
  type BankProduct,
  type RetrievedBatch,
} from '../src/banks/institution-connections/retrieved-rows.js';

export interface TestLogin {
  readonly loginMethodId: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** A connector with the bank behind it, and logins whose outcomes are known. */
export interface ConnectedInstitution {
  readonly connector: InstitutionConnector;
  /** The same connector, whose bank is away. */
  readonly away: InstitutionConnector;
  readonly institutionId: string;
  /** Let in at once, with transactions in more than one batch. */
  readonly good: TestLogin;
  readonly wrong: TestLogin;
  readonly locked: TestLogin;
  /** Asks for a one-time password; `otp` answers it. */
  readonly asking: TestLogin & {
    readonly otp: Readonly<Record<string, string>>;
    readonly wrongOtp: Readonly<Record<string, string>>;
  };
  /** Absent when the bank has no page of its own. Answers the query that the page adds. */
  readonly page?: {
    readonly institutionId: string;
    approve(url: string): Promise<Readonly<Record<string, string>>>;
  };
}

const NOW = new Date('2026-11-22T12:00:00.000Z');

/** What every bank behind the port must do. */
export function describeInstitutionConnector(
  name: string,
  subject: () => ConnectedInstitution,
): void {
  const attempt = (institutionId = subject().institutionId): LoginAttempt => ({
    attemptId: newId<Id<'LinkingAttempt'>>(NOW),
    customerAppId: newId<CustomerAppId>(NOW),
    loginIdentityId: newId<LoginIdentityId>(NOW),
    institutionId,
    language: 'en',
    now: NOW,
  });
  const logIn = (login: TestLogin, as = attempt()) =>
    subject().connector.startLogin({ ...as, ...login });

  async function sessionOf(login = subject().good): Promise<string> {
    const answer = await logIn(login);
    if (answer.outcome !== 'ACCEPTED') throw new Error(`not let in: ${answer.outcome}`);
    return answer.bankSession;
  }

  async function retrieved(
    product: BankProduct,
    bankSession: string,
    resumeAfter: string | null = null,
  ): Promise<RetrievedBatch[]> {
    const { customerAppId, loginIdentityId, institutionId, now } = attempt();
    const asked = { customerAppId, loginIdentityId, institutionId, now, since: null };
    const batches: RetrievedBatch[] = [];
    const all = subject().connector.retrieve({ ...asked, product, bankSession, resumeAfter });
    for await (const batch of all) batches.push(batch);
    return batches;
  }

  describe(`${name}: logins`, () => {
    it('lets the right credentials in, and says what can be read', async () => {
      const answer = await logIn(subject().good);
      expect(answer).toMatchObject({
        outcome: 'ACCEPTED',
        bankSession: expect.stringMatching(/./) as string,
        bankUserName: expect.stringMatching(/./) as string,
        refreshesWithoutUser: true,
      });
      expect((answer as { products: readonly string[] }).products).toContain('ACCOUNTS');
    });

    it('refuses wrong credentials and a locked login', async () => {
      const wrong = { outcome: 'REFUSED', reason: 'CREDENTIALS_INVALID' };
      expect(await logIn(subject().wrong)).toEqual(wrong);
      expect(await logIn({ ...subject().good, credentials: {} })).toEqual(wrong);
      const locked = await logIn(subject().locked);
      expect(locked).toEqual({ outcome: 'REFUSED', reason: 'TOO_MANY_ATTEMPTS' });
    });

    it('asks for a one-time password, again after a wrong one, and locks after the third', async () => {
      const { asking, connector } = subject();
      const as = attempt();
      let answer: LoginAnswer = await logIn(asking, as);
      expect(answer).toMatchObject({ outcome: 'ACTION', firstTime: true });
      const reply = (inputs: Readonly<Record<string, string>>) => {
        if (answer.outcome !== 'ACTION') throw new Error(`no action: ${answer.outcome}`);
        const { pendingLogin, action } = answer;
        expect(action.fields.length).toBeGreaterThan(0);
        return connector.answerAction({ ...as, pendingLogin, actionName: action.name, inputs });
      };
      expect(await reply(asking.otp)).toMatchObject({ outcome: 'ACCEPTED' });
      answer = await logIn(asking, as);
      for (const wrong of [1, 2]) {
        answer = await reply(asking.wrongOtp);
        expect([wrong, answer]).toMatchObject([wrong, { outcome: 'ACTION', firstTime: false }]);
      }
      const locked = { outcome: 'REFUSED', reason: 'TOO_MANY_ATTEMPTS' };
      expect(await reply(asking.wrongOtp)).toEqual(locked);
      expect(await reply(asking.otp)).toEqual(locked);
    });

    it('goes to the page of the bank and back, once', async () => {
      const { page, connector } = subject();
      const as = attempt(page?.institutionId);
      const state = `${as.attemptId}.unguessable`;
      const returnUrl = 'https://pages.example/link/hosted/institution_return';
      const sent = await connector.startRedirect({ ...as, state, returnUrl });
      if (!page) {
        expect(sent.outcome).toBe('REFUSED');
        return;
      }
      if (sent.outcome !== 'REDIRECT') throw new Error(`no redirect: ${sent.outcome}`);
      const { pendingLogin } = sent;
      const query = await page.approve(sent.url);
      const back = { ...as, state, query, pendingLogin };
      expect(await connector.completeRedirect({ ...back, query: {} })).toMatchObject({
        outcome: 'REFUSED',
      });
      expect(await connector.completeRedirect(back)).toMatchObject({ outcome: 'ACCEPTED' });
      const again = { outcome: 'REFUSED', reason: 'CREDENTIALS_INVALID' };
      expect(await connector.completeRedirect(back)).toEqual(again);
      const left = await connector.completeRedirect({ ...back, query: { error: 'access_denied' } });
      expect(left).toEqual({ outcome: 'REFUSED', reason: 'CANCELLED' });
    });

    it('refreshes in the background, and asks for the user where it must', async () => {
      const { connector, good, asking } = subject();
      const bankSession = await sessionOf();
      const { bankUserName } = (await logIn(good)) as { bankUserName: string };
      for (const held of [
        { bankSession, login: null },
        { bankSession: null, login: good },
      ]) {
        const answer = await connector.refresh({ ...attempt(), ...held });
        expect(answer).toMatchObject({ outcome: 'ACCEPTED', bankUserName });
      }
      const needed = { outcome: 'REFUSED', reason: 'USER_NEEDED' };
      const background = { ...attempt(), bankSession: null };
      expect(await connector.refresh({ ...background, login: asking })).toEqual(needed);
      expect(await connector.refresh({ ...background, login: null })).toEqual(needed);
    });

    it('does not guess what became of a call that the bank did not answer', async () => {
      const { away, good } = subject();
      expect(await away.startLogin({ ...attempt(), ...good })).toEqual({ outcome: 'UNKNOWN' });
    });
  });

  describe(`${name}: data`, () => {
    it.each<BankProduct>(['ACCOUNTS', 'ONLINE_TRANSACTIONS', 'STATEMENTS', 'BALANCE_HISTORY'])(
      'reads %s in bounded batches with an outcome in the last',
      async (product) => {
        const batches = await retrieved(product, await sessionOf());
        expect(batches.map(({ outcome }) => outcome !== undefined)).toEqual([
          ...batches.slice(1).map(() => false),
          true,
        ]);
        expect(batches.at(-1)?.outcome).toBe('RETRIEVED');
        for (const batch of batches) {
          const { accounts = [], transactions = [], balances = [], statements = [] } = batch;
          const rows = accounts.length + transactions.length + balances.length + statements.length;
          expect(rows).toBeLessThanOrEqual(MAX_BATCH_ROWS);
          expect(statements.length).toBeLessThanOrEqual(MAX_BATCH_STATEMENTS);
          const known = new Set(accounts.map(({ accountKey }) => accountKey));
          for (const row of [...transactions, ...balances, ...statements]) {
            expect(known).toContain(row.accountKey);
          }
          for (const { file } of statements) expect(file.subarray(0, 5).toString()).toBe('%PDF-');
        }
      },
    );

    it('gives rows the same keys each time, and resumes behind a cursor', async () => {
      const bankSession = await sessionOf();
      const keysOf = (batches: readonly RetrievedBatch[]) =>
        batches.flatMap(({ transactions = [] }) => transactions.map((row) => row.transactionKey));
      const whole = await retrieved('HISTORICAL_TRANSACTIONS', bankSession);
      expect(whole.length).toBeGreaterThan(1);
      expect(new Set(keysOf(whole)).size).toBe(keysOf(whole).length);
      const rest = await retrieved('HISTORICAL_TRANSACTIONS', bankSession, whole[0]?.cursor);
      expect(keysOf(rest)).toEqual(keysOf(whole.slice(1)));
    });

    it('shows balances that are the sums of the transactions', async () => {
      const bankSession = await sessionOf();
      const [accounts] = await retrieved('ACCOUNTS', bankSession);
      const batches = [
        ...(await retrieved('ONLINE_TRANSACTIONS', bankSession)),
        ...(await retrieved('HISTORICAL_TRANSACTIONS', bankSession)),
      ];
      const rows = batches.flatMap(({ transactions = [] }) => transactions);
      expect(accounts?.accounts?.length).toBeGreaterThan(0);
      for (const { accountKey, balance } of accounts?.accounts ?? []) {
        const own = rows.filter((row) => row.accountKey === accountKey);
        const sum = own.reduce((cents, { amount }) => cents + Math.round(+amount.value * 100), 0);
        expect([accountKey, (sum / 100).toFixed(2)]).toEqual([accountKey, balance?.value]);
      }
    });

    it('says when the bank is away, and reads nothing once the consent has ended', async () => {
      const { away, connector, institutionId } = subject();
      const bankSession = await sessionOf();
      const { customerAppId, loginIdentityId, now } = attempt();
      const asked = { customerAppId, loginIdentityId, institutionId, bankSession, now };
      const fromNowhere = away.retrieve({
        ...asked,
        product: 'ACCOUNTS',
        since: null,
        resumeAfter: null,
      });
      await expect(fromNowhere[Symbol.asyncIterator]().next()).rejects.toThrow(BankUnavailable);
      const consent = { customerAppId, institutionId, bankSession };
      await expect(away.removeConsent(consent)).rejects.toThrow(BankUnavailable);
      expect(await connector.removeConsent(consent)).toBe('REMOVED');
      expect(await connector.removeConsent(consent)).toBe('REMOVED');
      const [batch, ...more] = await retrieved('ACCOUNTS', bankSession);
      expect([batch?.outcome, batch?.accounts ?? [], more]).toEqual(['RETRIEVAL_FAILED', [], []]);
      const refreshed = await connector.refresh({ ...attempt(), bankSession, login: null });
      expect(refreshed).toEqual({ outcome: 'REFUSED', reason: 'USER_NEEDED' });
    });
  });
}
