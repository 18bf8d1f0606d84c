import { Injectable } from '@nestjs/common';
import type { MandateResponse, TestMandateDecision } from '@towpath/contracts/mandate';
import { DomainError, type CustomerAppId, type MandateId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import { BankRefused, BankUnavailable, isSimulated } from '../../banks/direct-debit/ports.js';
import { parseMandateId, type MandateSnapshot } from '../mandates/mandate.js';
import { MandatesReads } from '../mandates/mandates.reads.js';
import { MandatesService } from '../mandates/mandates.service.js';
import { SubmissionConversation } from '../mandates/submission.conversation.js';

const DECISIONS = { SUCCEEDED: 'accept', FAILED: 'reject', REVOKED: 'revoke' } as const;

/**
 * Simulates the payer and the payer's bank: it sends the decision to the bank, then asks as after a
 * call-back.
 */
@Injectable()
export class TestDecisionsService {
  constructor(
    private readonly db: Transactions,
    private readonly mandates: MandatesService,
    private readonly reads: MandatesReads,
    private readonly submissions: SubmissionConversation,
    private readonly banks: DirectDebitRegistry,
  ) {}

  /** A repeat finds the decided mandate. */
  async decide(
    app: CustomerAppId,
    rawMandateId: string,
    decision: TestMandateDecision,
  ): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const before = await this.find(app, mandateId);
    if (before.status !== decision) {
      await this.tellBank(before, decision);
      await this.submissions.start(app, mandateId);
    }
    const after = await this.find(app, mandateId);
    if (after.status !== decision) throw refused(after, decision);
    return this.reads.get(app, rawMandateId);
  }

  private async tellBank(mandate: MandateSnapshot, decision: TestMandateDecision): Promise<void> {
    const { customerAppId, mandateId, status } = mandate;
    const submission = await this.db.forApp(
      customerAppId,
      (tx) => this.mandates.submission(tx, mandateId),
      { readOnly: true },
    );
    const expected = decision === 'REVOKED' ? 'SUCCEEDED' : 'SUBMITTED';
    const { integrationId = null, reference = '' } = submission?.snapshot ?? {};
    if (status !== expected || integrationId === null) throw refused(mandate, decision);
    const bank = this.banks.get({ appType: 'TEST', integrationId });
    if (!isSimulated(bank)) throw refused(mandate, decision);
    try {
      await bank.decideMandate({ reference, customerAppId }, { decision: DECISIONS[decision] });
    } catch (error) {
      if (error instanceof BankRefused) throw refused(mandate, decision);
      if (!(error instanceof BankUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', 'The simulated bank does not answer.');
    }
  }

  private async find(app: CustomerAppId, mandateId: MandateId): Promise<MandateSnapshot> {
    const mandate = await this.db.forApp(app, (tx) => this.mandates.get(tx, mandateId), {
      readOnly: true,
    });
    return mandate.snapshot;
  }
}

function refused({ status }: MandateSnapshot, decision: TestMandateDecision): DomainError {
  return new DomainError(
    'INVALID_MANDATE_STATUS',
    `The bank cannot decide ${decision} on a mandate that is ${status}.`,
  );
}
