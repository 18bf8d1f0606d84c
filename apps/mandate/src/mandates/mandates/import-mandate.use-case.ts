import { Injectable } from '@nestjs/common';
import type { ImportMandateRequest, MandateRecord } from '@towpath/contracts/internal';
import {
  DomainError,
  utcDate,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
  type PaymentMethodId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, uniqueViolation, WriteBatch, type AppTx } from '@towpath/persistence';
import { AuthorizationsAtBanks } from './authorizations-at-banks.js';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import { Submission } from './submission.js';
import { SubmissionRepository } from './submission-ports.js';
import { Mandate, type MandateTerms } from './mandate.js';
import { mandateRecord } from './mandate-record.view.js';
import { limitsOf } from './new-mandate.js';
import { MandateRepository } from './ports.js';

/** Two imports at once of one authorization: the second look finds the first. */
const MADE_MEANWHILE = ['mandates_pkey', 'mandate_submissions_reference'];

/**
 * Makes an existing authorization of a bank chargeable. A repeat, by our ID or by the bank's
 * reference, returns the imported mandate. It refuses an ended mandate, because an import must not
 * restore a revoked one.
 */
@Injectable()
export class ImportMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
    private readonly banks: DirectDebitRegistry,
    private readonly kept: AuthorizationsAtBanks,
  ) {}

  async execute(asked: ImportMandateRequest): Promise<MandateRecord> {
    this.kept.assertNotOurs(asked);
    const inTx = <T>(work: (tx: AppTx) => Promise<T>) =>
      this.transactions.forApp(asked.customer_app_id as CustomerAppId, work);
    const { found, appType } = await inTx(async (tx) => ({
      found: await this.find(tx, asked),
      appType: tx.customerApp.type,
    }));
    if (found) return found;
    await this.kept.assertTheirs(asked, appType);
    const once = () => inTx(async (tx) => (await this.find(tx, asked)) ?? this.make(tx, asked));
    try {
      return await once();
    } catch (error) {
      if (!MADE_MEANWHILE.includes(uniqueViolation(error) ?? '')) throw error;
      return once();
    }
  }

  private async find(tx: AppTx, asked: ImportMandateRequest): Promise<MandateRecord | null> {
    const reference = asked.reference ?? asked.bank_mandate_id;
    const known = reference === undefined ? null : await this.submissions.mandateOf(tx, reference);
    const mandateId = known ?? (asked.mandate_id as MandateId);
    const found = await this.mandates.find(tx, mandateId);
    if (!found) return null;
    if (found.snapshot.userId !== asked.user_id) {
      throw new DomainError(
        'DUPLICATE_REFERENCE',
        'The authorization was imported for another payment user.',
      );
    }
    if (found.status !== 'SUCCEEDED') {
      throw new DomainError(
        'INVALID_MANDATE_STATUS',
        `The authorization is known here, as a mandate that is ${found.status}.`,
      );
    }
    const submission = await this.submissions.find(tx, mandateId);
    return mandateRecord(found.snapshot, submission ?? undefined);
  }

  private async make(tx: AppTx, asked: ImportMandateRequest): Promise<MandateRecord> {
    const acceptance = {
      ddaReference: asked.dda_reference ?? null,
      bankReference: asked.bank_mandate_id ?? null,
    };
    const mandate = Mandate.import(termsOf(tx, asked), acceptance, tx.now);
    mandate.learn({ institutionId: asked.institution_id }, tx.now);
    const submission = this.submissionOf(tx, asked);
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    if (submission) this.submissions.add(batch, submission);
    tx.write(batch);
    return mandateRecord(mandate.snapshot, submission);
  }

  /** Undefined when the customer app did not say which bank keeps it: it cannot be charged. */
  private submissionOf(tx: AppTx, asked: ImportMandateRequest): Submission | undefined {
    const { integration_id: integrationId, integration_metadata: integrationMetadata } = asked;
    const reference = asked.reference ?? asked.bank_mandate_id;
    if (!integrationId || !integrationMetadata || reference === undefined) return undefined;
    if (!this.banks.find({ appType: tx.customerApp.type, integrationId })) {
      throw invalid(`integration_metadata.integration_id must not be ${integrationId}`);
    }
    const mandateId = asked.mandate_id as MandateId;
    const customerAppId = tx.customerApp.id;
    const known = { mandateId, customerAppId, integrationId, integrationMetadata, reference };
    return Submission.imported(known, tx.now);
  }
}

function termsOf(tx: AppTx, asked: ImportMandateRequest): MandateTerms {
  const today = utcDate(tx.now);
  const { start_date: startDate = today, end_date: endDate = null } = asked;
  if (endDate !== null && (endDate < today || endDate < startDate)) {
    throw invalid(
      'mandate.mandate_details.end_date must not be before start_date, nor before today (UTC)',
    );
  }
  return {
    mandateId: asked.mandate_id as MandateId,
    paymentMethodId: asked.payment_method_id as PaymentMethodId,
    customerAppId: tx.customerApp.id,
    live: asked.live,
    userId: asked.user_id as PaymentUserId,
    externalUserId: asked.external_user_id,
    senderType: asked.sender_type,
    recipientAccountId: asked.recipient_account_id as PaymentAccountId,
    senderAccountId: asked.sender_account_id as PaymentAccountId,
    paymentLinkId: null,
    currency: asked.currency,
    startDate,
    endDate,
    limits: limitsOf(asked.transaction_limits),
    payerMaxAmount: null,
    paymentSchedule: null,
    description: asked.description,
    metadata: asked.metadata ?? null,
  };
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
