import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LINK_GONE } from './mandate-failures.js';
import { PursueSubmission } from './pursue-submission.use-case.js';
import { AbandonMandate } from './abandon-mandate.use-case.js';
import { AuthorizeMandate } from './authorize-mandate.use-case.js';
import type { Mandate, MandateSnapshot } from './mandate.js';
import { mandateNotFound } from './mandate.errors.js';
import { AttemptConfirmation } from './attempt-confirmation.js';
import { MandateRepository, type ConsentGiven } from './ports.js';

export interface Completion {
  readonly consent: ConsentGiven;
  /**
   * Throws if the mandate may not be completed in this way. It is called before other services, so
   * that a refusal changes nothing, and again under the lock of the mandate, where it decides.
   */
  assertReady(tx: AppTx, mandate: Mandate): Promise<void>;
}

/**
 * Every factor is satisfied: the mandate goes to its bank. The draft of a payment link asks the
 * link first; one that the link no longer waits for is closed instead.
 */
@Injectable()
export class CompleteAuthorization {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly confirmation: AttemptConfirmation,
    private readonly authorizeMandate: AuthorizeMandate,
    private readonly abandonMandate: AbandonMandate,
    private readonly pursueSubmission: PursueSubmission,
  ) {}

  /** Returns the mandate after the call to its bank, as far as the bank answered. */
  async execute(
    customerAppId: CustomerAppId,
    mandateId: MandateId,
    { consent, assertReady }: Completion,
  ): Promise<MandateSnapshot> {
    const draft = await this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.mandates.find(tx, mandateId);
      if (!found) throw mandateNotFound();
      await assertReady(tx, found);
      return found.snapshot;
    });
    if (draft.paymentLinkId !== null && !(await this.confirmation.isCurrent(draft))) {
      await this.abandonMandate.execute(customerAppId, mandateId, {
        reason: LINK_GONE.explanation,
      });
      throw new DomainError('INVALID_MANDATE_STATUS', LINK_GONE.explanation);
    }
    await this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.lock(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      await assertReady(tx, mandate);
      const batch = new WriteBatch();
      await this.authorizeMandate.execute(tx, batch, { mandate, consent });
      tx.write(batch);
    });
    await this.pursueSubmission.execute(customerAppId, mandateId);
    return this.find(customerAppId, mandateId);
  }

  private async find(customerAppId: CustomerAppId, mandateId: MandateId): Promise<MandateSnapshot> {
    const mandate = await this.transactions.forApp(customerAppId, (tx) =>
      this.mandates.find(tx, mandateId),
    );
    if (!mandate) throw mandateNotFound();
    return mandate.snapshot;
  }
}
