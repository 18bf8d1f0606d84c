import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { answered } from '../../base/parties/gateway-refusal.js';
import type { AppsReference, DebitMandateRecord, MandateDecision } from './domain/debit-mandate.js';
import { BankBooksRepository } from './persistence/bank-books.repository.js';
import { InstructionsRepository } from './persistence/instructions.repository.js';

/** `cancel` is the merchant's own wish; the others play the payer and the bank of the payer. */
export type MandateWish = MandateDecision | 'cancel';

/** Moves a mandate on request. A merchant who cancels twice is told the same. */
@Injectable()
export class MoveMandate {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
  ) {}

  async execute(asked: AppsReference, wish: MandateWish): Promise<DebitMandateRecord> {
    const moved = await this.transactions.asWorker(async (tx) => {
      const { mandate, now } = await this.books.getMandate(tx, asked);
      let isFirst = false;
      if (wish === 'cancel') isFirst = mandate.cancel(now);
      else mandate.decide(wish, { now, answered: false });
      await this.books.saveMandate(tx, mandate);
      const kind = wish === 'cancel' ? 'CANCEL' : 'DECIDE';
      await this.instructions.note(tx, { kind, ...asked });
      const answerLost = isFirst && mandate.outcome.losesAnswer === true;
      return { record: mandate.record, answerLost };
    });
    return answered(moved);
  }
}
