import { Injectable } from '@nestjs/common';
import type { MandateParties } from '@towpath/contracts';
import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import type { MandateRegistration } from '../direct-debit/ports.js';
import type { MandateSnapshot } from '../mandates/domain/mandate.js';
import { PartyDirectory } from '../mandates/ports.js';
import { ACCOUNT_GONE } from './bank-answers.js';
import { nextFollowUp } from './domain/follow-up-schedule.js';
import { LockedSubmissions } from './locked-submission.js';

/** What the bank is told, and which bank. */
export interface PreparedMandate {
  readonly integrationId: string;
  readonly registration: MandateRegistration;
}

/** Gathers what the bank needs, and commits that it may have heard of the mandate from now on. */
@Injectable()
export class SendMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly submissions: LockedSubmissions,
    private readonly directory: PartyDirectory,
  ) {}

  /** Null when there is nothing to send any more. The account number is read, never kept. */
  async prepare(
    customerAppId: CustomerAppId,
    mandate: MandateSnapshot,
  ): Promise<PreparedMandate | null> {
    const [parties] = await this.directory.of(customerAppId, [mandate], { plaintext: true });
    const integrationId = parties?.integration_id;
    if (!integrationId) throw new Error(`the bank of mandate ${mandate.mandateId} is unknown`);
    const registration = registrationOf(mandate, parties);
    const mayBeSent = registration !== null;
    const isDue = await this.commit(customerAppId, mandate.mandateId, { integrationId, mayBeSent });
    return isDue && registration ? { integrationId, registration } : null;
  }

  private commit(
    customerAppId: CustomerAppId,
    mandateId: MandateId,
    found: { readonly integrationId: string; readonly mayBeSent: boolean },
  ): Promise<boolean> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.submissions.lock(tx, mandateId);
      if (!locked) return false;
      const { mandate, submission } = locked;
      const { recall, sentAt } = submission.snapshot;
      if (mandate.status === 'SUBMITTED') return sentAt !== null && recall === null;
      if (!mandate.can('submit')) return false;
      const objection = recall ?? (found.mayBeSent ? null : ACCOUNT_GONE);
      if (objection) {
        mandate.fail(tx.now, objection);
        submission.waitUntil(null);
      } else {
        mandate.submit(tx.now);
        submission.send(found.integrationId, { now: tx.now, followUpAt: nextFollowUp(0, tx.now) });
      }
      await this.submissions.save(tx, locked);
      return objection === null;
    });
  }
}

/** Null when the payer's account is gone. */
function registrationOf(
  mandate: MandateSnapshot,
  { sender_account: account }: MandateParties,
): MandateRegistration | null {
  const { account_number: number, accountholder_name_plaintext: debtorName } = account ?? {};
  if (!number || !debtorName) return null;
  return {
    reference: mandate.mandateId,
    customerAppId: mandate.customerAppId,
    creditorAccount: mandate.recipientAccountId,
    debtorName,
    accountNumber: number.number,
    currency: mandate.currency,
    startDate: mandate.startDate,
    endDate: mandate.endDate,
    maxTransactionAmount: mandate.payerMaxAmount ?? mandate.limits?.maxTransactionAmount ?? null,
  };
}
