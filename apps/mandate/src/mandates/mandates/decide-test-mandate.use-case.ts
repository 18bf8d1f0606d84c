import { Injectable } from '@nestjs/common';
import type { MandateResponse, TestMandateDecision } from '@towpath/contracts/mandate';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import { BankRefused, BankUnavailable, isSimulated } from '../../banks/direct-debit/ports.js';
import { SubmissionRepository } from './submission-ports.js';
import { PursueSubmission } from './pursue-submission.use-case.js';
import type { Submission } from './submission.js';
import type { MandateSnapshot } from './mandate.js';
import { GetMandate } from './get-mandate.query.js';
import { mandateNotFound, parseMandateId } from './mandate.errors.js';
import { MandateRepository } from './ports.js';

const DECISIONS = { SUCCEEDED: 'accept', FAILED: 'reject', REVOKED: 'revoke' } as const;

interface AtTheBank {
  readonly mandate: MandateSnapshot;
  readonly submission: Submission | null;
}

/**
 * Simulates the payer and the payer's bank: it sends the decision to the bank, then asks as after a
 * call-back.
 */
@Injectable()
export class DecideTestMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateRepository,
    private readonly submissions: SubmissionRepository,
    private readonly banks: DirectDebitRegistry,
    private readonly pursueSubmission: PursueSubmission,
    private readonly getMandate: GetMandate,
  ) {}

  /** A repeat finds the decided mandate. */
  async execute(
    customerAppId: CustomerAppId,
    rawMandateId: string,
    decision: TestMandateDecision,
  ): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const before = await this.find(customerAppId, rawMandateId);
    if (before.mandate.status !== decision) {
      await this.decide(before, decision);
      await this.pursueSubmission.execute(customerAppId, mandateId);
    }
    const { mandate } = await this.find(customerAppId, rawMandateId);
    if (mandate.status !== decision) throw refused(mandate, decision);
    return this.getMandate.execute(customerAppId, rawMandateId);
  }

  private async decide(
    { mandate, submission }: AtTheBank,
    decision: TestMandateDecision,
  ): Promise<void> {
    const expected = decision === 'REVOKED' ? 'SUCCEEDED' : 'SUBMITTED';
    const { integrationId = null, reference = '' } = submission?.snapshot ?? {};
    if (mandate.status !== expected || integrationId === null) throw refused(mandate, decision);
    const bank = this.banks.get({ appType: 'TEST', integrationId });
    if (!isSimulated(bank)) throw refused(mandate, decision);
    try {
      const { customerAppId } = mandate;
      await bank.decideMandate({ reference, customerAppId }, { decision: DECISIONS[decision] });
    } catch (error) {
      if (error instanceof BankRefused) throw refused(mandate, decision);
      if (!(error instanceof BankUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated bank does not answer.');
    }
  }

  private async find(customerAppId: CustomerAppId, rawMandateId: string): Promise<AtTheBank> {
    const mandateId = parseMandateId(rawMandateId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const mandate = await this.mandates.find(tx, mandateId);
      if (!mandate) throw mandateNotFound();
      const submission = await this.submissions.find(tx, mandateId);
      return { mandate: mandate.snapshot, submission };
    });
  }
}

function refused({ status }: MandateSnapshot, decision: TestMandateDecision): DomainError {
  return new DomainError(
    'INVALID_MANDATE_STATUS',
    `The bank cannot decide ${decision} on a mandate that is ${status}.`,
  );
}
