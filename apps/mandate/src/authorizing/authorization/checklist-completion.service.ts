import { Injectable } from '@nestjs/common';
import { plainAccountNumber } from '@towpath/contracts';
import { PeerUnavailable } from '@towpath/http';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { ChecklistSecrets } from '../../mandates/checklists/checklists.service.js';
import { DecisionsService } from '../../mandates/decisions/decisions.service.js';
import { PAYER_GONE, type Mandate, type MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { PartiesService } from '../../mandates/parties/parties.service.js';
import { AuthorizationsService } from './authorizations.service.js';

/**
 * Completes a full checklist: it stores the payer's account with the payment user, then sends the
 * mandate to the bank. Every step is repeatable; a job does what fails now.
 */
@Injectable()
export class ChecklistCompletionService {
  constructor(
    private readonly db: Transactions,
    private readonly authorizations: AuthorizationsService,
    private readonly parties: PartiesService,
    private readonly decisions: DecisionsService,
  ) {}

  /** Nothing happens while something is missing, or once the bank was asked. */
  async complete(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    try {
      await this.attempt(customerAppId, mandateId);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
    }
  }

  /** Like `complete`, but throws if a service is unavailable. */
  async attempt(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    const due = await this.db.forApp(
      customerAppId,
      async (tx) => {
        const { mandate, checklist, secrets } = await this.authorizations.read(tx, mandateId);
        const { snapshot, status } = mandate;
        const isDue = status === 'AUTHORIZING' && checklist.isComplete(snapshot);
        return isDue ? { snapshot, secrets } : null;
      },
      { readOnly: true },
    );
    if (due && (await this.keepAccount(due.snapshot, due.secrets))) {
      await this.askBank(due.snapshot, due.secrets);
    }
    await this.db.forApp(customerAppId, (tx) => this.forget(tx, mandateId));
  }

  /** False when there is nothing to ask the bank for now. */
  private async keepAccount(
    { customerAppId, mandateId, userId, institutionId, senderAccountId }: MandateSnapshot,
    { account }: ChecklistSecrets,
  ): Promise<boolean> {
    if (senderAccountId !== null || !account || institutionId === null) return true;
    const { accountId, holder, number } = account;
    try {
      await this.parties.keepSenderAccount({
        customer_app_id: customerAppId,
        account_id: accountId,
        user_id: userId,
        institution_id: institutionId,
        accountholder_name: holder,
        account_number_type: plainAccountNumber(number).type,
        account_number: number,
      });
    } catch (error) {
      // The payment user no longer exists, so every later try fails too.
      const isGone = error instanceof DomainError && error.code === 'PAYMENT_USER_NOT_FOUND';
      if (!isGone) throw error;
      const fail = (tx: AppTx) => this.authorizations.fail(tx, mandateId, PAYER_GONE);
      await this.db.forApp(customerAppId, fail);
      return false;
    }
    return this.db.forApp(customerAppId, async (tx) => {
      const found = await this.authorizations.lock(tx, mandateId);
      const { mandate, secrets } = found;
      if (mandate.status !== 'AUTHORIZING') return true;
      // another payer's tab may have named another account meanwhile: it, or a job, goes on
      if (secrets.account?.accountId !== accountId) return false;
      mandate.learn({ senderAccountId: accountId }, tx.now);
      await this.authorizations.save(tx, found, secrets);
      return true;
    });
  }

  private async askBank(
    { customerAppId, mandateId }: MandateSnapshot,
    { consent }: ChecklistSecrets,
  ): Promise<void> {
    if (!consent) throw new Error(`mandate ${mandateId} is complete without a consent`);
    try {
      await this.decisions.complete(customerAppId, mandateId, {
        consent: { ...consent, givenAt: new Date(consent.givenAt) },
        assertReady: (tx, mandate) => this.assertComplete(tx, mandate),
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, explanation } = error;
      await this.db.forApp(customerAppId, async (tx) => {
        if (code === 'MANDATE_NOT_IN_VALIDITY_PERIOD') {
          return this.authorizations.fail(tx, mandateId, { code, explanation });
        }
        // Another process completed it, or the payment link no longer waits for it: both are final.
        const { mandate } = await this.authorizations.read(tx, mandateId);
        if (mandate.status === 'AUTHORIZING') throw error;
      });
    }
  }

  private async assertComplete(tx: AppTx, mandate: Mandate): Promise<void> {
    const { checklist } = await this.authorizations.of(tx, mandate);
    if (mandate.status === 'AUTHORIZING' && checklist.isComplete(mandate.snapshot)) return;
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      'The checklist is incomplete, or the authorization has ended.',
    );
  }

  /** Deletes data that only the bank needed, once the bank was asked. */
  private async forget(tx: AppTx, mandateId: MandateId): Promise<void> {
    const found = await this.authorizations.lock(tx, mandateId);
    const { status } = found.mandate;
    const isOpen = status === 'AUTHORIZING' || status === 'AUTHORIZATION_REQUIRED';
    if (isOpen || Object.keys(found.secrets).length === 0) return;
    await this.authorizations.save(tx, found, {});
  }
}
