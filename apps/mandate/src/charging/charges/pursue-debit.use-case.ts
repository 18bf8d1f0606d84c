import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankRefused,
  BankUnavailable,
  CHARGE_NOT_SEEN,
  type DirectDebitAnswer,
} from '../../banks/direct-debit/ports.js';
import type { BankCall, BankOrder } from './charge-order.js';
import { RecordDebitAnswer } from './record-debit-answer.use-case.js';

/** A question, the order again, and its answer; more is a bank that contradicts itself. */
const MOST_CALLS = 4;

/**
 * Talks to the bank about a reserved charge: ask, record, ask again. No transaction is open while it
 * is asked. When it does not answer, the books stay as they are and a schedule asks later.
 */
@Injectable()
export class PursueDebit {
  static readonly errors = [] as const;

  constructor(
    private readonly banks: DirectDebitRegistry,
    private readonly record: RecordDebitAnswer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(order: BankOrder, first: BankCall): Promise<void> {
    let call: BankCall | null = first;
    for (let calls = 0; call !== null; calls += 1) {
      if (calls === MOST_CALLS) {
        this.logger.error({ ...order.name, call }, 'a direct debit bank contradicts itself');
        return;
      }
      const answer = await this.ask(order, call);
      if (!answer) return;
      call = await this.record.execute(order.name, answer);
    }
  }

  /** Undefined when the outcome is unknown. */
  private async ask(
    { place, charge, name }: BankOrder,
    call: BankCall,
  ): Promise<DirectDebitAnswer | undefined> {
    const bank = this.banks.get(place);
    try {
      return call === 'CHARGE'
        ? await bank.charge(charge)
        : await bank.findCharge(charge.reference);
    } catch (error) {
      if (error instanceof BankRefused) {
        // What it will never tell, it is told again, or given up.
        this.logger.error({ error, ...name, ask: call }, 'a direct debit bank refuses a question');
        return CHARGE_NOT_SEEN;
      }
      if (!(error instanceof BankUnavailable)) throw error;
      this.logger.warn({ error, ...name, ask: call }, 'outcome unknown');
      return undefined;
    }
  }
}
