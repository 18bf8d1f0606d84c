import { Injectable } from '@nestjs/common';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import { type CustomerAppId, type DisputeId, nextFollowUp } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import { disputeNotFound, parseDisputeId } from '../disputes/dispute.errors.js';
import { disputeBody } from '../disputes/dispute.view.js';
import { answerDigest } from '../evidence/evidence-file.js';
import {
  assertAnswerable,
  assertHasEvidence,
  invalidStatus,
  type AnswerKind,
} from '../disputes/answer.js';
import { AnswerRepository } from './persistence/answer.repository.js';
import type { AnsweredDispute } from './ports.js';
import { AnswerConversation, type SentAnswer } from './answer.conversation.js';

/** The merchant accepts a dispute, or sends its evidence. */
@Injectable()
export class AnswerDispute {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: AnswerRepository,
    private readonly conversation: AnswerConversation,
  ) {}

  /** Returns the dispute afterwards: unchanged if the processor does not answer. */
  async execute(
    customerAppId: CustomerAppId,
    rawDisputeId: string,
    kind: AnswerKind,
  ): Promise<DisputeResponse> {
    const disputeId = parseDisputeId(rawDisputeId);
    // Of several answers at once one is kept: the others are tried again, and find it.
    const retryOn = ['dispute_answers_open', 'dispute_answers_pkey'];
    const begin = (tx: AppTx) => this.begin(tx, { customerAppId, disputeId }, kind);
    const order = await this.transactions.forApp(customerAppId, begin, { retryOn });
    const taken = await this.conversation.hold({ customerAppId, id: disputeId, order, call: kind });
    if (taken && taken.refusal !== null) throw invalidStatus(taken.refusal);
    return disputeBody((taken ?? order).dispute);
  }

  /** Commits that the processor may receive the answer from now on. */
  private async begin(
    tx: AppTx,
    named: { readonly customerAppId: CustomerAppId; readonly disputeId: DisputeId },
    kind: AnswerKind,
  ): Promise<SentAnswer> {
    const found = await this.answers.find(tx, named.disputeId);
    if (!found) throw disputeNotFound();
    const { dispute, open, count } = found;
    assertAnswerable(dispute, { kind, open, now: tx.now });
    assertHasEvidence(kind, found.files);
    const answer = {
      ...named,
      number: count + 1,
      kind,
      ...evidenceFor(kind, found),
      asks: 0,
      followUpAt: nextFollowUp(0, tx.now),
    };
    const batch = new WriteBatch();
    this.answers.add(batch, answer, tx.now);
    this.answers.claimTurn(batch, found);
    tx.write(batch);
    return { appType: tx.customerApp.type, dispute, answer };
  }
}

function evidenceFor(kind: AnswerKind, { dispute, files }: AnsweredDispute) {
  if (kind === 'ACCEPT') return { evidenceDigest: null, evidenceIds: [] };
  const { disputeId, report } = dispute.snapshot;
  return {
    evidenceDigest: answerDigest(disputeId, { round: report.round, files }),
    evidenceIds: files.map(({ evidenceId }) => evidenceId),
  };
}
