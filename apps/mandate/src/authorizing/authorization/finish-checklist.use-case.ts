import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { plainAccountNumber } from '@towpath/contracts';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { DecisionsService } from '../../mandates/decisions/decisions.service.js';
import type { Mandate, MandateFailure, MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { PartiesService } from '../../mandates/parties/parties.service.js';
import { PAYER_GONE } from '../../mandates/mandates/mandate.js';
import { LockedChecklists, type Locked } from './locked-checklist.js';
import type { ChecklistSecrets } from '../../mandates/checklists/checklists.service.js';

/**
 * Completes a full checklist: it stores the payer's account with the payment user, then sends the
 * mandate to the bank. Every step is repeatable; a job does what fails now.
 */
@Injectable()
export class FinishChecklist {
  constructor(
    private readonly transactions: Transactions,
    private readonly locked: LockedChecklists,
    private readonly directory: PartiesService,
    private readonly decisions: DecisionsService,
  ) {}

  /** Nothing happens while something is missing, or once the bank was asked. */
  async execute(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    try {
      await this.attempt(customerAppId, mandateId);
    } catch (error) {
      if (!(error instanceof PeerUnavailable)) throw error;
    }
  }

  /** Like `execute`, but throws if a service is unavailable. */
  async attempt(customerAppId: CustomerAppId, mandateId: MandateId): Promise<void> {
    const due = await this.transactions.forApp(customerAppId, async (tx) => {
      const { mandate, checklist, secrets } = await this.locked.read(tx, mandateId);
      const open = mandate.status === 'AUTHORIZING';
      const { snapshot } = mandate;
      return open && checklist.isComplete(snapshot) ? { snapshot, secrets } : null;
    });
    if (due && (await this.keepAccount(due.snapshot, due.secrets))) {
      await this.askBank(due.snapshot, due.secrets);
    }
    await this.transactions.forApp(customerAppId, (tx) => this.forget(tx, mandateId));
  }

  /** False when there is nothing to ask the bank for now. */
  private async keepAccount(
    mandate: MandateSnapshot,
    { account }: ChecklistSecrets,
  ): Promise<boolean> {
    const { customerAppId, mandateId, userId, institutionId, senderAccountId } = mandate;
    if (senderAccountId !== null || !account || institutionId === null) return true;
    try {
      await this.directory.keepSenderAccount({
        customer_app_id: customerAppId,
        account_id: account.accountId,
        user_id: userId,
        institution_id: institutionId,
        accountholder_name: account.holder,
        account_number_type: plainAccountNumber(account.number).type,
        account_number: account.number,
      });
    } catch (error) {
      if (!isPayerGone(error)) throw error;
      await this.fail(mandate, PAYER_GONE);
      return false;
    }
    return this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, mandateId);
      const { mandate: current, secrets } = found;
      if (current.status !== 'AUTHORIZING') return true;
      // another payer's tab may have named another account meanwhile: it, or a job, goes on
      if (secrets.account?.accountId !== account.accountId) return false;
      current.learn({ senderAccountId: account.accountId }, tx.now);
      await this.locked.save(tx, found, secrets);
      return true;
    });
  }

  private async askBank(mandate: MandateSnapshot, { consent }: ChecklistSecrets): Promise<void> {
    if (!consent) throw new Error(`mandate ${mandate.mandateId} is complete without a consent`);
    const { customerAppId, mandateId } = mandate;
    const given = { ...consent, givenAt: new Date(consent.givenAt) };
    try {
      await this.decisions.complete(customerAppId, mandateId, {
        consent: given,
        assertReady: (tx, current) => this.assertComplete(tx, current),
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code !== 'MANDATE_NOT_IN_VALIDITY_PERIOD') return this.settled(mandate, error);
      await this.fail(mandate, { code: error.code, explanation: error.explanation });
    }
  }

  private async assertComplete(tx: AppTx, mandate: Mandate): Promise<void> {
    const { checklist } = await this.locked.of(tx, mandate);
    if (mandate.status === 'AUTHORIZING' && checklist.isComplete(mandate.snapshot)) return;
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      'The checklist is incomplete, or the authorization has ended.',
    );
  }

  /** Another process completed it, or the payment link no longer waits for it; both are final. */
  private async settled({ customerAppId, mandateId }: MandateSnapshot, error: DomainError) {
    const status = await this.transactions.forApp(customerAppId, async (tx) => {
      const { mandate } = await this.locked.read(tx, mandateId);
      return mandate.status;
    });
    if (status === 'AUTHORIZING') throw error;
  }

  /** Its last day passed, or its payer was erased, while the payer was at it. */
  private fail(
    { customerAppId, mandateId }: MandateSnapshot,
    failure: MandateFailure,
  ): Promise<void> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.locked.lock(tx, mandateId);
      if (found.mandate.status !== 'AUTHORIZING') return;
      found.mandate.fail(tx.now, failure);
      await this.locked.save(tx, found, {});
    });
  }

  /** Deletes data that only the bank needed, once the bank was asked. */
  private async forget(tx: AppTx, mandateId: MandateId): Promise<void> {
    const found: Locked = await this.locked.lock(tx, mandateId);
    const { status } = found.mandate;
    const open = status === 'AUTHORIZING' || status === 'AUTHORIZATION_REQUIRED';
    if (open || Object.keys(found.secrets).length === 0) return;
    await this.locked.save(tx, found, {});
  }
}

/** The payment user no longer exists, so every later try fails too. */
function isPayerGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'PAYMENT_USER_NOT_FOUND';
}
