import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { holdConversation } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { DirectDebitRegistry } from '../../banks/direct-debit/direct-debit-registry.js';
import {
  BankRefused,
  BankUnavailable,
  CHARGE_NOT_SEEN,
  type DirectDebitAnswer,
} from '../../banks/direct-debit/ports.js';
import type { BankCall, BankOrder } from './charge-order.js';
import type { DirectDebit } from './domain/direct-debit.js';
import { RecordDebitAnswer, type RecordedDebit } from './record-debit-answer.use-case.js';

/** A question, the order again, and its answer; more is a contradiction. */
const MOST_CALLS = 4;

/** The conversation with the bank about a reserved charge. */
@Injectable()
export class PursueDebit {
  constructor(
    private readonly banks: DirectDebitRegistry,
    private readonly recordDebitAnswer: RecordDebitAnswer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The state of the charge after the last answer; null without an answer. */
  async execute(order: BankOrder, first: BankCall): Promise<DirectDebit | null> {
    let recorded: RecordedDebit | null = null;
    await holdConversation<BankCall, DirectDebitAnswer>(first, {
      about: order.name,
      log: this.logger,
      mostCalls: MOST_CALLS,
      nameOf: (call) => call,
      ask: (call) => this.ask(order, call),
      isSilence: (error) => error instanceof BankUnavailable,
      record: async (answer) => {
        recorded = await this.recordDebitAnswer.execute(order.name, answer);
        return recorded?.next ?? null;
      },
    });
    return (recorded as RecordedDebit | null)?.debit ?? null;
  }

  private async ask(
    { place, charge, name }: BankOrder,
    call: BankCall,
  ): Promise<DirectDebitAnswer> {
    const bank = this.banks.get(place);
    try {
      return call === 'CHARGE' ? await bank.charge(charge) : await bank.findCharge(charge);
    } catch (error) {
      if (!(error instanceof BankRefused)) throw error;
      // What it will never tell, it is told again, or given up.
      this.logger.error({ error, ...name, ask: call }, 'a direct debit bank refused a request');
      return CHARGE_NOT_SEEN;
    }
  }
}
