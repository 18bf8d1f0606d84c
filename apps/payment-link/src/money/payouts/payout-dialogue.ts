import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { holdConversation } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { PayoutRegistry } from './connectors/payout-registry.js';
import {
  PayoutBankUnavailable,
  type PayoutAnswer,
  type PayoutConnector,
  type PayoutOrder,
} from './connectors/ports.js';

/** The next call to the bank, outside of any transaction. */
export type PayoutCall =
  | { readonly ask: 'SEND'; readonly order: PayoutOrder }
  | { readonly ask: 'FIND'; readonly reference: string };

export interface PayoutPlace {
  readonly appType: PayoutConnector['appType'];
  readonly integrationId: string;
}

/**
 * Records an answer in a separate transaction and returns the next call; null if none is necessary
 * now.
 */
type HearPayoutAnswer = (answer: PayoutAnswer) => Promise<PayoutCall | null>;

/** Find, send, and a word after that; more is a contradiction. */
const MOST_CALLS = 4;

/** Conversations with the banks that send payouts. */
@Injectable()
export class PayoutDialogue {
  constructor(
    private readonly banks: PayoutRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  hold(place: PayoutPlace, first: PayoutCall, hear: HearPayoutAnswer): Promise<void> {
    const bank = this.banks.get(place);
    return holdConversation(first, {
      about: { reference: referenceOf(first), integrationId: place.integrationId },
      log: this.logger,
      mostCalls: MOST_CALLS,
      nameOf: (call) => call.ask,
      ask: (call) => (call.ask === 'SEND' ? bank.send(call.order) : bank.find(call)),
      isSilence: (error) => error instanceof PayoutBankUnavailable,
      record: hear,
    });
  }
}

function referenceOf(call: PayoutCall): string {
  return call.ask === 'SEND' ? call.order.reference : call.reference;
}
