import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { Logger } from '@towpath/observability';
import { PayoutRegistry } from './connectors/payout-registry.js';
import {
  PayoutBankUnavailable,
  type PayoutAnswer,
  type PayoutConnector,
  type PayoutOrder,
} from './connectors/ports.js';

/** What to ask the bank next, outside of any transaction. */
export type PayoutCall =
  | { readonly ask: 'SEND'; readonly order: PayoutOrder }
  | { readonly ask: 'FIND'; readonly reference: string };

export interface PayoutPlace {
  readonly appType: PayoutConnector['appType'];
  readonly integrationId: string;
}

/** Records an answer in a transaction of its own; null when nothing is left to ask now. */
export type HearPayoutAnswer = (answer: PayoutAnswer) => Promise<PayoutCall | null>;

/** Find, send, and a word after that; more is a bank that contradicts itself. */
const MOST_CALLS = 4;

/**
 * Talks to a bank until both sides agree or it has to think: ask, record, ask again. No transaction
 * is open while it is asked. When it does not answer, the books stay as they are and a schedule
 * asks later: a silence is never taken for an outcome.
 */
@Injectable()
export class PayoutDialogue {
  constructor(
    private readonly banks: PayoutRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async hold(place: PayoutPlace, first: PayoutCall, hear: HearPayoutAnswer): Promise<void> {
    const bank = this.banks.get(place);
    let call: PayoutCall | null = first;
    for (let calls = 0; call !== null; calls += 1) {
      if (calls === MOST_CALLS) {
        this.logger.error({ reference: referenceOf(call) }, 'a bank contradicts itself');
        return;
      }
      const answer = await this.ask(bank, call);
      if (!answer) return;
      call = await hear(answer);
    }
  }

  /** Undefined when the outcome is unknown. */
  private async ask(bank: PayoutConnector, call: PayoutCall): Promise<PayoutAnswer | undefined> {
    try {
      return await (call.ask === 'SEND' ? bank.send(call.order) : bank.find(call));
    } catch (error) {
      if (!(error instanceof PayoutBankUnavailable)) throw error;
      this.logger.warn({ error, reference: referenceOf(call), ask: call.ask }, 'outcome unknown');
      return undefined;
    }
  }
}

function referenceOf(call: PayoutCall): string {
  return call.ask === 'SEND' ? call.order.reference : call.reference;
}
