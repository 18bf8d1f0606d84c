import type { SandboxAccess } from '@towpath/config';
import { ConnectorClient, type SilenceError } from '@towpath/http';
import {
  BankUnavailable,
  InstitutionConnector,
  type ActionAnswer,
  type BackgroundLogin,
  type ConsentRemoval,
  type CredentialsLogin,
  type LoginAnswer,
  type LoginAttempt,
  type LoginRefusal,
  type RedirectLogin,
  type RedirectReturn,
  type Retrieval,
} from './institution-connector.js';
import type { RetrievedBatch } from './retrieved-rows.js';
import { batchOf, loginAnswerOf, type BankPage } from './sandbox-answers.js';

/** Time until the answer is complete; the simulated bank may take 5 s on purpose. */
const TIMEOUT_MS = 20_000;
const ALWAYS_DOWN = 'testbank-unavailable';
const WITH_A_PAGE = 'testbank-oauth';

/** The simulated institutions: test apps only. */
export class SandboxInstitutionConnector extends InstitutionConnector {
  override readonly appType = 'TEST';
  override readonly institutionIds = [
    'testbank',
    'testbank-business',
    WITH_A_PAGE,
    ALWAYS_DOWN,
  ] as const;

  private readonly client: ConnectorClient;

  constructor(private readonly sandbox: SandboxAccess) {
    super();
    const { url: baseUrl, secret } = sandbox;
    const silence = unavailable('sandbox');
    this.client = new ConnectorClient({ baseUrl, secret, timeoutMs: TIMEOUT_MS, silence });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  override startLogin(login: CredentialsLogin): Promise<LoginAnswer> {
    const { user_id = '', password = '' } = login.credentials;
    if (user_id === '' || password === '') return refused('CREDENTIALS_INVALID');
    return this.ask('/bank/data/logins', login, { user_id, password });
  }

  override startRedirect(login: RedirectLogin): Promise<LoginAnswer> {
    const { institutionId, state } = login;
    if (institutionId !== WITH_A_PAGE) return refused('UNAVAILABLE');
    const url = new URL('/bank/login', this.sandbox.publicUrl);
    url.searchParams.set('institution', institutionId);
    url.searchParams.set('state', state);
    url.searchParams.set('return_url', login.returnUrl);
    url.searchParams.set('lang', login.language);
    return Promise.resolve({ outcome: 'REDIRECT', url: url.href, pendingLogin: state });
  }

  override completeRedirect(returned: RedirectReturn): Promise<LoginAnswer> {
    const { query, state, pendingLogin } = returned;
    if (query['error'] === 'access_denied') return refused('CANCELLED');
    const { code } = query;
    if (!code || pendingLogin !== state) return refused('CREDENTIALS_INVALID');
    return this.ask('/bank/data/redemptions', returned, { code, state });
  }

  override answerAction(answer: ActionAnswer): Promise<LoginAnswer> {
    const { pendingLogin: pending, inputs } = answer;
    return this.ask('/bank/data/answers', answer, { pending, inputs });
  }

  override refresh(login: BackgroundLogin): Promise<LoginAnswer> {
    const { user_id, password } = login.login?.credentials ?? {};
    const session = login.bankSession;
    return this.ask('/bank/data/refreshes', login, {
      ...(session === null ? {} : { session }),
      ...(user_id && password ? { user_id, password } : {}),
    });
  }

  override async *retrieve(retrieval: Retrieval): AsyncIterable<RetrievedBatch> {
    const { institutionId, bankSession, product, since, now } = retrieval;
    let after = retrieval.resumeAfter;
    for (;;) {
      const body = {
        institution_id: institutionId,
        session: bankSession,
        product,
        now: now.toISOString(),
        ...(since === null ? {} : { since }),
        ...(after === null ? {} : { after }),
      };
      const page = (await this.post('/bank/data/products', body)) as BankPage;
      yield batchOf(page, page.next ?? 'end');
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  override async removeConsent(consent: ConsentRemoval): Promise<'REMOVED'> {
    const body = { institution_id: consent.institutionId, session: consent.bankSession };
    await this.post('/bank/data/consent-ends', body);
    return 'REMOVED';
  }

  private async ask(
    path: `/bank/data/${string}`,
    attempt: LoginAttempt,
    body: object,
  ): Promise<LoginAnswer> {
    const { institutionId, attemptId, customerAppId, language, now } = attempt;
    try {
      const common = {
        institution_id: institutionId,
        customer_app_id: customerAppId,
        attempt_id: attemptId,
        language,
        now: now.toISOString(),
      };
      return loginAnswerOf(await this.post(path, { ...common, ...body }));
    } catch (error) {
      if (error instanceof BankUnavailable) return { outcome: 'UNKNOWN' };
      throw error;
    }
  }

  /** The answer of the bank. Throws `BankUnavailable` for everything but 200. */
  private async post(
    path: `/bank/data/${string}`,
    body: { readonly institution_id: string },
  ): Promise<unknown> {
    const silence = unavailable(body.institution_id);
    const answer = await this.client.send({ method: 'POST', path, body }, silence);
    if (answer.status === 200) return answer.body;
    throw silence({ reason: `HTTP ${answer.status}` });
  }
}

function unavailable(institutionId: string): SilenceError {
  return (reason) => new BankUnavailable(institutionId, reason);
}

function refused(reason: LoginRefusal): Promise<LoginAnswer> {
  return Promise.resolve({ outcome: 'REFUSED', reason });
}
