import { Injectable } from '@nestjs/common';
import type { MandateParties } from '@towpath/contracts/internal';
import { type CustomerAppId, type MandateId, nextFollowUp } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import type { MandateRegistration } from '../../banks/direct-debit/ports.js';
import type { MandateFailure, MandateSnapshot } from './mandate.js';
import { PartyDirectory } from './party-directory.js';
import { ACCOUNT_GONE, NO_BANK } from './mandate-failures.js';
import { LockedSubmissions } from './locked-submission.js';

/** The request for the bank, and the bank. */
interface PreparedMandate {
  readonly integrationId: string;
  readonly registration: MandateRegistration;
}

type Findings = PreparedMandate | { readonly objection: MandateFailure };

/** Collects what the bank needs, and commits that the bank may know the mandate from now on. */
@Injectable()
export class SendMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly submissions: LockedSubmissions,
    private readonly directory: PartyDirectory,
    private readonly banks: DirectDebitRegistry,
  ) {}

  /** Null when there is nothing to send any more. The account number is read, never kept. */
  async prepare(
    customerAppId: CustomerAppId,
    mandate: MandateSnapshot,
  ): Promise<PreparedMandate | null> {
    const [parties] = await this.directory.of(customerAppId, [mandate], { plaintext: true });
    const findings = this.findingsOn(mandate, parties);
    const isDue = await this.commit(customerAppId, mandate.mandateId, findings);
    return isDue && !('objection' in findings) ? findings : null;
  }

  /** A permanent objection counts like a refusal of the bank. */
  private findingsOn(mandate: MandateSnapshot, parties: MandateParties | undefined): Findings {
    const appType = mandate.live ? 'LIVE' : 'TEST';
    const bank = this.banks.find({ appType, integrationId: parties?.integration_id ?? null });
    if (!parties || !bank) return { objection: NO_BANK };
    const registration = registrationOf(mandate, parties);
    if (!registration) return { objection: ACCOUNT_GONE };
    return { integrationId: bank.integrationId, registration };
  }

  private commit(
    customerAppId: CustomerAppId,
    mandateId: MandateId,
    findings: Findings,
  ): Promise<boolean> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.submissions.lock(tx, mandateId);
      if (!locked) return false;
      const { mandate, submission } = locked;
      const { recall, sentAt } = submission.snapshot;
      if (mandate.status === 'SUBMITTED') return sentAt !== null && recall === null;
      if (!mandate.can('submit')) return false;
      const mayBeSent = recall === null && !('objection' in findings);
      if (mayBeSent) {
        mandate.submit(tx.now);
        submission.send(findings.integrationId, {
          now: tx.now,
          followUpAt: nextFollowUp(0, tx.now),
        });
      } else {
        mandate.fail(tx.now, recall ?? ('objection' in findings ? findings.objection : NO_BANK));
        submission.waitUntil(null);
      }
      this.submissions.save(tx, locked);
      return mayBeSent;
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
