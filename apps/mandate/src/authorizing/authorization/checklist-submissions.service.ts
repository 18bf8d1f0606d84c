import { Injectable } from '@nestjs/common';
import { plainAccountNumber } from '@towpath/contracts';
import type { SubmitChecklistRequest } from '@towpath/contracts/mandate';
import { DomainError, newId, type PaymentAccountId } from '@towpath/kernel';
import { byKey, CustomerAppViews, Transactions, type AppTx } from '@towpath/persistence';
import { LoginGuesses, type LoginGuess } from '@towpath/service';
import type { ChecklistSecrets } from '../../mandates/checklists/checklists.service.js';
import { ChecklistKeysService } from '../checklist-keys/checklist-keys.service.js';
import type { SessionCaller } from '../sessions/sessions.service.js';
import { AuthorizationsService, type PayerAuthorization } from './authorizations.service.js';
import { ChecklistCompletionService } from './checklist-completion.service.js';
import {
  assertPayerMax,
  assertPossibleAccount,
  loginIn,
  readItems,
  type LoginItem,
  type SubmittedItem,
} from './checklist-items.js';
import { assertShown, merchantOf, presentConsent } from '../sessions/consent-text.js';
import {
  InstitutionLogins,
  LOGIN_REFUSALS,
  type LoginOutcome,
  type LoginRefusal,
} from '../institutions/institution-login.js';

/** Origin of a submission for the evidence; members are null if unknown. */
export interface PayerOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

interface Submission extends PayerOrigin {
  readonly caller: SessionCaller;
  readonly items: readonly SubmittedItem[];
}

/** After its institution was asked. */
interface AskedSubmission extends Submission {
  readonly institutionId: string;
  /** The institution's answer to the login; null if no login was submitted. */
  readonly outcome: LoginOutcome | null;
  readonly guess: LoginGuess | undefined;
}

interface Found extends PayerAuthorization {
  /** Name of the merchant, as the page shows it. */
  readonly merchant: string;
}

/** What payers submit for the checklists of their mandates. */
@Injectable()
export class ChecklistSubmissionsService {
  constructor(
    private readonly db: Transactions,
    private readonly apps: CustomerAppViews,
    private readonly keys: ChecklistKeysService,
    private readonly authorizations: AuthorizationsService,
    private readonly guesses: LoginGuesses,
    private readonly logins: InstitutionLogins,
    private readonly completion: ChecklistCompletionService,
  ) {}

  /**
   * Decrypts the payer's submission and accepts all of it or nothing. Only a failed login has an
   * effect, on the status of the mandate. The call to the institution is between two transactions.
   */
  async submit(
    caller: SessionCaller,
    origin: PayerOrigin,
    payload: SubmitChecklistRequest,
  ): Promise<void> {
    const { plaintext, mark } = await this.keys.open(payload);
    const submission = { ...origin, caller, items: readItems(plaintext) };
    const { institutionId, guess } = await this.accept(submission, mark);
    const login = loginIn(submission.items);
    const outcome = login ? await this.logIn(caller, institutionId, login) : null;
    await this.record({ ...submission, institutionId, outcome, guess });
    await this.completion.complete(caller.customerAppId, caller.mandateId);
  }

  /** Stores the submission, or the refusal of the institution. */
  async record(submission: AskedSubmission): Promise<void> {
    const refusal = await this.underLock(submission.caller, async (tx, found) => {
      if (!isWrongGuess(submission)) await this.guesses.takeBack(tx, submission.guess);
      found.mandate.assertAuthorizable();
      if (found.checklist.snapshot.institution?.institutionId !== submission.institutionId) {
        const text = 'Another institution was chosen meanwhile.';
        throw new DomainError('INVALID_MANDATE_STATUS', text);
      }
      // Returned instead of thrown, so that its effect on the mandate is committed.
      const refused = submission.outcome && LOGIN_REFUSALS[submission.outcome];
      if (refused) return this.refuse(tx, found, refused);
      await this.keep(tx, found, submission);
      return null;
    });
    if (refusal) throw refusal;
  }

  /** Checks a submission against the checklist; from here on its payload is used up. */
  private accept(
    submission: Submission,
    mark: Buffer,
  ): Promise<Pick<AskedSubmission, 'institutionId' | 'guess'>> {
    return this.underLock(submission.caller, async (tx, found) => {
      const { mandate, checklist, secrets } = found;
      mandate.assertAuthorizable();
      for (const item of submission.items) {
        checklist.assertAccepts(item, mandate.snapshot);
        if (item.type === 'ACCOUNT_IDENTIFICATION') {
          assertPossibleAccount(item, checklist.snapshot.institution?.countries ?? []);
        }
        if (item.type !== 'ENDUSER_CONSENT') continue;
        assertShown(item.shown, { ...found, mandate: mandate.snapshot });
        assertPayerMax(item, mandate.snapshot);
      }
      const { institution } = checklist.snapshot;
      if (!institution) throw new Error('an item was accepted without an institution');
      await takePayload(tx, mark);
      const guess = await this.guess(tx, found, submission);
      if (mandate.can('beginAuthorization')) mandate.move('beginAuthorization', tx.now);
      await this.authorizations.save(tx, found, secrets);
      return { institutionId: institution.institutionId, guess };
    });
  }

  private async underLock<T>(
    caller: SessionCaller,
    work: (tx: AppTx, found: Found) => Promise<T>,
  ): Promise<T> {
    const app = await this.apps.get(caller.customerAppId);
    return this.db.forApp(caller.customerAppId, async (tx) => {
      const found = await this.authorizations.lockFor(tx, caller);
      const merchant = merchantOf(tx.customerApp.name, app?.settings).display_name;
      return work(tx, { ...found, merchant });
    });
  }

  /** Throws TOO_MANY_ATTEMPTS for a login that the institution must not be asked about. */
  private async guess(
    tx: AppTx,
    { mandate, checklist, session }: Found,
    { items, address }: Submission,
  ): Promise<LoginGuess | undefined> {
    const item = loginIn(items);
    if (!item) return undefined;
    const { institutionId = '' } = checklist.snapshot.institution ?? {};
    const { sessionId, usedBy } = session;
    const login = this.guesses.loginKey({ institutionId, name: item.value.user_id });
    const { userId } = mandate.snapshot;
    const guessed = usedBy === 'SERVICE_LINK' ? { sessionId } : { userId, login };
    const guess = await this.guesses.begin(tx, { address }, guessed);
    if (!guess.isRefused) return guess;
    throw new DomainError(
      'TOO_MANY_ATTEMPTS',
      'Too many logins were wrong: try again later, with a new link.',
    );
  }

  private logIn(
    { customerAppId, appType, mandateId }: SessionCaller,
    institutionId: string,
    { value }: LoginItem,
  ): Promise<LoginOutcome> {
    const { user_id: userId, password, otp = null } = value;
    const bank = this.logins.get(appType);
    return bank.logIn({ customerAppId, mandateId, institutionId, userId, password, otp });
  }

  private async refuse(
    tx: AppTx,
    found: Found,
    { failure, isFinal }: LoginRefusal,
  ): Promise<DomainError> {
    const { mandate, checklist, secrets } = found;
    const refusal = new DomainError(failure.code, failure.explanation);
    // Another tab was let in: the refusal of this one takes nothing back.
    if (checklist.snapshot.submitted.ACCOUNTHOLDER_AUTHENTICATION) return refusal;
    if (isFinal) {
      checklist.askForOtp(false, tx.now);
      // The refusal of another tab may have interrupted it meanwhile.
      if (mandate.can('beginAuthorization')) mandate.move('beginAuthorization', tx.now);
      mandate.fail(tx.now, failure);
    } else if (mandate.can('interruptAuthorization')) {
      mandate.move('interruptAuthorization', tx.now, failure.code);
    }
    await this.authorizations.save(tx, found, secrets);
    return refusal;
  }

  private async keep(tx: AppTx, found: Found, submission: AskedSubmission): Promise<void> {
    const { mandate, checklist, session } = found;
    const { items, outcome } = submission;
    // The institution took its time: another tab's account may be the known one by now.
    for (const item of items) checklist.assertAccepts(item, mandate.snapshot);
    // An institution of another process may have interrupted it meanwhile.
    if (mandate.can('beginAuthorization')) mandate.move('beginAuthorization', tx.now);
    for (const { type } of items) {
      const waits = type === 'ACCOUNTHOLDER_AUTHENTICATION' && outcome === 'OTP_REQUIRED';
      if (waits) checklist.askForOtp(true, tx.now);
      else checklist.submit(type, { at: tx.now, by: session.usedBy });
    }
    const secrets = secretsOf(tx, found, submission);
    const consent = items.find((item) => item.type === 'ENDUSER_CONSENT');
    // A consent replaces an earlier one: without a limit, it removes an earlier limit.
    if (consent && mandate.snapshot.payerMaxAmount !== consent.payerMaxAmount) {
      mandate.learn({ payerMaxAmount: consent.payerMaxAmount }, tx.now);
    }
    await this.authorizations.save(tx, found, secrets);
  }
}

/** Only wrong input counts as a guess: no outage, and no login that was locked before. */
function isWrongGuess({ items, outcome }: AskedSubmission): boolean {
  const login = loginIn(items);
  if (!login) return false;
  return outcome === 'REJECTED' || (outcome === 'LOCKED' && login.value.otp !== undefined);
}

/** Throws INVALID_ENCRYPTED_PAYLOAD when any app submitted the same payload before. */
async function takePayload(tx: AppTx, digest: Buffer): Promise<void> {
  const taken = await tx.query(
    byKey(`INSERT INTO checklist_payloads (customer_app_id, digest, received_at)
     VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING true AS taken`),
    [tx.customerApp.id, digest, tx.systemNow],
  );
  if (taken.length === 1) return;
  throw new DomainError(
    'INVALID_ENCRYPTED_PAYLOAD',
    'It was submitted before: encrypt with a new key each time.',
  );
}

/** Another account gets another ID: payment-link may keep the previous one under its ID by now. */
function accountIdFor(
  tx: AppTx,
  { account }: ChecklistSecrets,
  named: { readonly number: string; readonly holder: string },
): PaymentAccountId {
  const isSame = account?.number === named.number && account.holder === named.holder;
  return isSame ? account.accountId : newId(tx.systemNow);
}

function secretsOf(tx: AppTx, found: Found, submission: AskedSubmission): ChecklistSecrets {
  let { secrets } = found;
  for (const item of submission.items) {
    if (item.type === 'ACCOUNT_IDENTIFICATION') {
      const { account_number, accountholder_name: holder } = item.value;
      const { number } = plainAccountNumber(account_number);
      const accountId = accountIdFor(tx, found.secrets, { number, holder });
      secrets = { ...secrets, account: { accountId, number, holder } };
    } else if (item.type === 'USER_IDENTIFICATION') {
      const { details_type: detailsType, values } = item.value;
      secrets = { ...secrets, identification: { detailsType, values } };
    } else if (item.type === 'ENDUSER_CONSENT') {
      const { usedBy } = found.session;
      const asked = { ...found, mandate: found.mandate.snapshot };
      // Again, because the present text may be another one since the institution was asked.
      assertShown(item.shown, asked);
      const { version, language, sha256 } = presentConsent(asked);
      const isOurs = usedBy === 'SERVICE_LINK' || item.shown !== null;
      const consent = {
        givenThrough: usedBy,
        // a customer app's own user interface may have its own words
        text: isOurs ? { version, language, sha256 } : null,
        ipAddress: submission.address,
        userAgent: submission.userAgent,
        givenAt: tx.now.toISOString(),
      };
      secrets = { ...secrets, consent };
    }
  }
  return secrets;
}
