import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type {
  ImportMandateRequest,
  MandateParties,
  MandateRecord,
} from '@towpath/contracts/internal';
import type {
  CreatedMandateResponse,
  CreateMandateForSenderRequest,
  CreateMandateRequest,
} from '@towpath/contracts/mandate';
import {
  IdempotentAnswers,
  type AnswerClaim,
  type IdempotentCall,
  type PreparedAnswer,
} from '@towpath/http';
import {
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type MandateId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import { BankUnavailable, isSimulated } from '../../banks/direct-debit/ports.js';
import { PartiesService } from '../parties/parties.service.js';
import {
  importedTerms,
  requestedTerms,
  startMandate,
  type StartedMandate,
} from './mandate-terms.js';
import { Mandate } from '../mandates/mandate.js';
import { createdMandateBody, mandateRecord } from '../mandates/mandates.reads.js';
import { MandatesService } from '../mandates/mandates.service.js';
import { Submission } from '../mandates/submission.js';

/** A repeat must use the same ID of a new payer. */
interface StartedWithSender extends StartedMandate {
  readonly newUserId: PaymentUserId;
}

interface RequestedMandate<S extends StartedMandate> {
  readonly asked: CreateMandateRequest | CreateMandateForSenderRequest;
  readonly started: S;
  readonly parties: MandateParties;
  readonly claim: AnswerClaim<S, CreatedMandateResponse>;
}

/** Two imports at once of one authorization: the second try finds the first. */
const MADE_MEANWHILE = ['mandates_pkey', 'mandate_submissions_reference'];

/** Mandates that the customer app requests, and authorizations of banks that it imports. */
@Injectable()
export class NewMandatesService {
  constructor(
    private readonly db: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly mandates: MandatesService,
    private readonly parties: PartiesService,
    private readonly banks: DirectDebitRegistry,
  ) {}

  /** Finds or creates the sender first; then one write contains the mandate and the stored answer. */
  create(
    call: IdempotentCall,
    app: CustomerAppId,
    asked: CreateMandateRequest,
  ): Promise<PreparedAnswer> {
    const { sender, recipient_account, mandate_details } = asked;
    return this.answers.inSteps<StartedWithSender, CreatedMandateResponse>(call, {
      begin: async (tx) => ({
        ...startMandate(tx, mandate_details),
        newUserId: newId<PaymentUserId>(tx.systemNow),
      }),
      resume: async (started, claim) => {
        const parties = await this.parties.ensure({
          ...sender,
          customer_app_id: app,
          recipient_account_id: recipient_account.account_id,
          currency: mandate_details.currency,
          new_user_id: started.newUserId,
          external_user_id: sender.external_user_id ?? started.newUserId,
        });
        return this.add(app, { asked, started, parties, claim });
      },
    });
  }

  /** On an account of a payer that is known: who pays follows from the account. */
  createForSender(
    call: IdempotentCall,
    app: CustomerAppId,
    asked: CreateMandateForSenderRequest,
  ): Promise<PreparedAnswer> {
    return this.answers.inSteps<StartedMandate, CreatedMandateResponse>(call, {
      begin: async (tx) => startMandate(tx, asked.mandate_details),
      resume: async (started, claim) => {
        const parties = await this.parties.ofAccount({
          customer_app_id: app,
          recipient_account_id: asked.recipient_account.account_id,
          sender_account_id: asked.sender_account.account_id,
          currency: asked.mandate_details.currency,
        });
        return this.add(app, { asked, started, parties, claim });
      },
    });
  }

  /**
   * Makes an existing authorization of a bank chargeable. A repeat, by our ID or by the bank's
   * reference, returns the imported mandate. It refuses an ended mandate, because an import must not
   * restore a revoked one.
   */
  async import(asked: ImportMandateRequest): Promise<MandateRecord> {
    assertNotOurs(asked);
    const app = asked.customer_app_id as CustomerAppId;
    const { found, appType } = await this.db.forApp(
      app,
      async (tx) => ({ found: await this.imported(tx, asked), appType: tx.customerApp.type }),
      { readOnly: true },
    );
    if (found) return found;
    await this.assertTheirs(asked, appType);
    return this.db.forApp(
      app,
      async (tx) => (await this.imported(tx, asked)) ?? this.addImported(tx, asked),
      { retryOn: MADE_MEANWHILE },
    );
  }

  private add<S extends StartedMandate>(
    app: CustomerAppId,
    { asked, started, parties, claim }: RequestedMandate<S>,
  ): Promise<CreatedMandateResponse> {
    return this.db.forApp(app, async (tx) => {
      await tx.begun;
      const mandate = Mandate.create(requestedTerms(tx, asked, { started, parties }), tx.now);
      if ('sender_account' in asked) {
        const institutionId = parties.sender_account?.institution_id ?? null;
        mandate.learn({ institutionId }, tx.now);
      }
      const batch = new WriteBatch();
      this.mandates.save(batch, mandate);
      tx.write(batch);
      const body = createdMandateBody(mandate.snapshot, parties);
      await claim.finish(tx, body);
      return body;
    });
  }

  private async imported(tx: AppTx, asked: ImportMandateRequest): Promise<MandateRecord | null> {
    const reference = asked.reference ?? asked.bank_mandate_id;
    const known = reference === undefined ? null : await this.mandates.namedAtBank(tx, reference);
    const mandateId = known?.mandateId ?? (asked.mandate_id as MandateId);
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
    const submission = await this.mandates.submission(tx, mandateId);
    return mandateRecord(found.snapshot, submission?.snapshot ?? null);
  }

  private addImported(tx: AppTx, asked: ImportMandateRequest): MandateRecord {
    const acceptance = {
      ddaReference: asked.dda_reference ?? null,
      bankReference: asked.bank_mandate_id ?? null,
    };
    const mandate = Mandate.import(importedTerms(tx, asked), acceptance, tx.now);
    mandate.learn({ institutionId: asked.institution_id }, tx.now);
    const submission = this.submissionOf(tx, asked);
    const batch = new WriteBatch();
    this.mandates.save(batch, mandate);
    if (submission) this.mandates.addSubmission(batch, submission);
    tx.write(batch);
    return mandateRecord(mandate.snapshot, submission?.snapshot ?? null);
  }

  /** Null when the customer app did not say which bank keeps it: it cannot be charged. */
  private submissionOf(tx: AppTx, asked: ImportMandateRequest): Submission | null {
    const { integration_id: integrationId, connector = null } = asked;
    const { integration_metadata: integrationMetadata } = asked;
    const reference = asked.reference ?? asked.bank_mandate_id;
    if (!integrationId || !integrationMetadata || reference === undefined) return null;
    const bank = this.banks.find({ appType: tx.customerApp.type, integrationId, connector });
    if (!bank) {
      throw new DomainError(
        'INVALID_REQUEST',
        `integration_metadata.integration_id must not be ${integrationId}.`,
      );
    }
    const mandateId = asked.mandate_id as MandateId;
    const customerAppId = tx.customerApp.id;
    const names = { mandateId, customerAppId, integrationId, connector: bank.connector };
    const known = { ...names, integrationMetadata, reference };
    return Submission.imported(known, tx.now);
  }

  /**
   * Asks the bank whether it keeps the authorization for the app that imports it, so that no app
   * collects on the mandate of another app. Throws INVALID_REQUEST, INVALID_MANDATE_STATUS, and
   * SERVICE_UNAVAILABLE without an answer.
   */
  private async assertTheirs(asked: ImportMandateRequest, appType: AppType): Promise<void> {
    const { integration_id: integrationId = null, connector = null } = asked;
    const { customer_app_id: customerAppId } = asked;
    const reference = asked.reference ?? asked.bank_mandate_id;
    const bank = this.banks.find({ appType, integrationId, connector });
    // Without a bank nothing is collected; one that nobody knows is refused by the import itself.
    if (!bank || reference === undefined) return;
    const { bankStatus } = await bank.findMandate({ reference, customerAppId }).catch(unavailable);
    // What is made up for a test stays chargeable by nobody: the simulated bank knows nothing of it.
    if (bankStatus === 'ACTIVE' || (bankStatus === 'NOT_SEEN' && isSimulated(bank))) return;
    if (bankStatus === 'NOT_SEEN') throw notTheirs();
    throw new DomainError(
      'INVALID_MANDATE_STATUS',
      `At the bank the authorization is ${bankStatus}.`,
    );
  }
}

/**
 * Mandates that we registered have our IDs as references. Nobody imports one, whether or not it
 * exists: the answer is the same. Throws INVALID_REQUEST.
 */
function assertNotOurs({ reference, bank_mandate_id: bankName }: ImportMandateRequest): void {
  const isOurs = (name?: string) => parseId(name?.trim().toUpperCase()) !== undefined;
  if (isOurs(reference) || isOurs(bankName)) throw notTheirs();
}

function notTheirs(): DomainError {
  return new DomainError(
    'INVALID_REQUEST',
    'integration_metadata.gw3_metadata must name an authorization that the bank keeps for you.',
  );
}

function unavailable(error: unknown): never {
  if (!(error instanceof BankUnavailable)) throw error;
  throw new DomainError('SERVICE_UNAVAILABLE', 'The bank does not answer: import it again later.');
}
