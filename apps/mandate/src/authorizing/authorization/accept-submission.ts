import { Injectable } from '@nestjs/common';
import { isLocalNumber, plainAccountNumber } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { byKey, CustomerAppViews, Transactions, type AppTx } from '@towpath/persistence';
import { LoginGuesses, type LoginGuess } from '@towpath/service';
import { MandateSessionRepository, type MandateSession } from '../sessions/ports.js';
import { sessionOf, type SessionCaller } from '../sessions/session-caller.js';
import type { LoginItem, SubmittedItem } from './checklist-items.js';
import { assertShown } from './consent-text.js';
import { LockedChecklists } from './locked-checklist.js';
import { tooManyLogins } from './login-outcomes.js';
import type { OpenedSubmission } from './open-submission.js';
import { merchantOf } from './merchant.js';
import { assertPayerMax } from './payer-max.js';
import type { PayerOrigin } from './payer-origin.js';

interface Accepted {
  /** The one that the submission is for. */
  readonly institutionId: string;
  /** Undefined if no login was submitted. */
  readonly guess: LoginGuess | undefined;
}

interface Submitter extends Pick<PayerOrigin, 'address'> {
  readonly caller: SessionCaller;
}

/** Checks a submission against the checklist; from here on its payload is used up. */
@Injectable()
export class AcceptSubmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
    private readonly sessions: MandateSessionRepository,
    private readonly apps: CustomerAppViews,
    private readonly guesses: LoginGuesses,
  ) {}

  async execute(from: Submitter, { items, mark }: OpenedSubmission): Promise<Accepted> {
    const { caller } = from;
    const app = await this.apps.get(caller.customerAppId);
    return this.transactions.forApp(caller.customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, caller.mandateId);
      const session = await sessionOf(tx, this.sessions, caller);
      const { mandate, checklist, secrets } = found;
      mandate.assertAuthorizable();
      const { name } = tx.customerApp;
      const merchant = merchantOf({ name, settings: app?.settings ?? {} }).display_name;
      for (const item of items) {
        checklist.assertAccepts(item, mandate.snapshot);
        if (item.type === 'ACCOUNT_IDENTIFICATION') {
          assertPossible(item, checklist.snapshot.institution?.countries ?? []);
        }
        if (item.type !== 'ENDUSER_CONSENT') continue;
        assertShown(item.shown, { mandate: mandate.snapshot, checklist, session, merchant });
        assertPayerMax(item, mandate.snapshot);
      }
      const { institution } = checklist.snapshot;
      if (!institution) throw new Error('an item was accepted without an institution');
      await takePayload(tx, mark);
      const login = items.find((item) => item.type === 'ACCOUNTHOLDER_AUTHENTICATION');
      const { institutionId } = institution;
      const { userId } = mandate.snapshot;
      const guessed = { ...from, institutionId, userId, usedBy: session.usedBy };
      const guess = login && (await this.guess(tx, guessed, login));
      if (mandate.can('beginAuthorization')) mandate.beginAuthorization(tx.now);
      await this.locked.save(tx, found, secrets);
      return { institutionId, guess };
    });
  }

  /** Throws TOO_MANY_ATTEMPTS for a login that the institution must not be asked about. */
  private async guess(
    tx: AppTx,
    from: Submitter &
      Pick<MandateSession, 'usedBy'> & { readonly institutionId: string; readonly userId: string },
    { value }: LoginItem,
  ): Promise<LoginGuess> {
    const { address, caller, usedBy, institutionId, userId } = from;
    const { sessionId } = caller;
    const login = this.guesses.loginKey({ institutionId, name: value.user_id });
    const guessed = usedBy === 'SERVICE_LINK' ? { sessionId } : { userId, login };
    const guess = await this.guesses.begin(tx, { address }, guessed);
    if (guess.isRefused) throw tooManyLogins();
    return guess;
  }
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

/** An account number must be possible in a country of the institution. */
function assertPossible(
  { path, value }: Extract<SubmittedItem, { readonly type: 'ACCOUNT_IDENTIFICATION' }>,
  countries: readonly string[],
): void {
  const { type, number } = plainAccountNumber(value.account_number);
  if (type === 'IBAN' || isLocalNumber(number, countries)) return;
  throw new DomainError(
    'INVALID_REQUEST',
    `${path}.value: account_number must be an account number of ${countries.join(', ')}.`,
  );
}
