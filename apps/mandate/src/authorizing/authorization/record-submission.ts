import { Injectable } from '@nestjs/common';
import { plainAccountNumber } from '@towpath/contracts';
import { DomainError, newId, type PaymentAccountId } from '@towpath/kernel';
import { CustomerAppViews, Transactions, type AppTx } from '@towpath/persistence';
import { LoginGuesses, type LoginGuess } from '@towpath/service';
import { MandateSessionRepository, type MandateSession } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import type { SubmittedItem } from './checklist-items.js';
import { assertShown, presentConsent } from './consent-text.js';
import { LockedChecklists, type Locked } from './locked-checklist.js';
import { isWrongLogin, refusalOf } from './login-outcomes.js';
import { merchantOf } from './merchant.js';
import type { PayerOrigin } from './payer-origin.js';
import type { ChecklistSecrets } from '../../mandates/checklists/checklists.service.js';
import type { LoginOutcome } from './ports.js';

interface HeardSubmission extends PayerOrigin {
  readonly caller: SessionCaller;
  /** The one that was asked. */
  readonly institutionId: string;
  readonly items: readonly SubmittedItem[];
  /** The institution's answer to the login; null if no login was submitted. */
  readonly outcome: LoginOutcome | null;
  readonly guess: LoginGuess | undefined;
}

/** Stores the submission, or the refusal of the institution. */
@Injectable()
export class RecordSubmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
    private readonly sessions: MandateSessionRepository,
    private readonly apps: CustomerAppViews,
    private readonly guesses: LoginGuesses,
  ) {}

  async execute(heard: HeardSubmission): Promise<void> {
    const { customerAppId } = heard.caller;
    const app = await this.apps.get(customerAppId);
    const refusal = await this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, heard.caller.mandateId);
      const session = await sessionOf(tx, this.sessions, heard.caller);
      if (!isWrongGuess(heard)) await this.guesses.takeBack(tx, heard.guess);
      assertStillAsked(found, heard.institutionId);
      const merchant = merchantOf({ name: tx.customerApp.name, settings: app?.settings ?? {} });
      return this.keep(tx, found, { ...heard, session, merchant: merchant.display_name });
    });
    if (refusal) throw refusal;
  }

  /** Returns the refusal instead of throwing it, so that its effect on the mandate is committed. */
  private async keep(
    tx: AppTx,
    found: Locked,
    heard: HeardSubmission & { readonly session: MandateSession; readonly merchant: string },
  ): Promise<DomainError | null> {
    const { mandate, checklist } = found;
    const { outcome, items, session } = heard;
    const refusal = outcome === null ? null : refusalOf(outcome);
    if (refusal) {
      const told = new DomainError(refusal.failure.code, refusal.failure.explanation);
      // another tab was let in: what this one was told takes nothing back
      if (checklist.snapshot.submitted.ACCOUNTHOLDER_AUTHENTICATION) return told;
      if (outcome === 'LOCKED') checklist.askForOtp(false, tx.now);
      // another tab's refusal may have interrupted it meanwhile
      if (refusal.forGood && mandate.can('beginAuthorization')) mandate.beginAuthorization(tx.now);
      if (refusal.forGood) mandate.fail(tx.now, refusal.failure);
      else if (mandate.can('interruptAuthorization')) {
        mandate.interruptAuthorization(tx.now, refusal.failure.code);
      }
      await this.locked.save(tx, found, found.secrets);
      return told;
    }
    // the institution took its time: another tab's account may be the known one by now
    for (const item of items) checklist.assertAccepts(item, mandate.snapshot);
    // An institution of another process may have interrupted it meanwhile.
    if (mandate.can('beginAuthorization')) mandate.beginAuthorization(tx.now);
    const by = { at: tx.now, by: session.usedBy };
    for (const { type } of items) {
      const waits = type === 'ACCOUNTHOLDER_AUTHENTICATION' && outcome === 'OTP_REQUIRED';
      if (waits) checklist.askForOtp(true, tx.now);
      else checklist.submit(type, by);
    }
    const secrets = secretsOf(tx, found, heard);
    for (const item of items) if (item.type === 'ENDUSER_CONSENT') limit(tx, found, item);
    await this.locked.save(tx, found, secrets);
    return null;
  }
}

function isWrongGuess({ items, outcome }: HeardSubmission): boolean {
  const login = items.find((item) => item.type === 'ACCOUNTHOLDER_AUTHENTICATION');
  return login !== undefined && outcome !== null && isWrongLogin(outcome, login.value.otp);
}

/** A consent replaces an earlier one: without a limit, it removes an earlier limit. */
function limit(
  { now }: AppTx,
  { mandate }: Locked,
  { payerMaxAmount }: { readonly payerMaxAmount: number | null },
): void {
  if (mandate.snapshot.payerMaxAmount !== payerMaxAmount) mandate.learn({ payerMaxAmount }, now);
}

/** The institution may have been changed while it was asked: its word counts no more. */
function assertStillAsked({ mandate, checklist }: Locked, institutionId: string): void {
  mandate.assertAuthorizable();
  if (checklist.snapshot.institution?.institutionId === institutionId) return;
  throw new DomainError('INVALID_MANDATE_STATUS', 'Another institution was chosen meanwhile.');
}

/** Another account gets another ID: who keeps accounts may know the one before by now. */
function knownId(
  { account }: ChecklistSecrets,
  named: { readonly number: string; readonly holder: string },
): PaymentAccountId | undefined {
  const isSame = account?.number === named.number && account.holder === named.holder;
  return isSame ? account.accountId : undefined;
}

function secretsOf(
  tx: AppTx,
  { mandate, checklist, secrets }: Locked,
  heard: HeardSubmission & { readonly session: MandateSession; readonly merchant: string },
): ChecklistSecrets {
  let kept = secrets;
  for (const item of heard.items) {
    if (item.type === 'ACCOUNT_IDENTIFICATION') {
      const { account_number, accountholder_name: holder } = item.value;
      const { number } = plainAccountNumber(account_number);
      const accountId = knownId(secrets, { number, holder }) ?? newId(tx.systemNow);
      kept = { ...kept, account: { accountId, number, holder } };
    } else if (item.type === 'USER_IDENTIFICATION') {
      const { details_type: detailsType, values } = item.value;
      kept = { ...kept, identification: { detailsType, values } };
    } else if (item.type === 'ENDUSER_CONSENT') {
      const { session } = heard;
      const asked = { ...heard, mandate: mandate.snapshot, checklist };
      // again: the institution took its time, and what would be recorded may be another text by now
      assertShown(item.shown, asked);
      const { version, language, sha256 } = presentConsent(asked);
      const isOurs = session.usedBy === 'SERVICE_LINK' || item.shown !== null;
      const consent = {
        givenThrough: session.usedBy,
        // a customer app's own user interface may have its own words
        text: isOurs ? { version, language, sha256 } : null,
        ipAddress: heard.address,
        userAgent: heard.userAgent,
        givenAt: tx.now.toISOString(),
      };
      kept = { ...kept, consent };
    }
  }
  return kept;
}
