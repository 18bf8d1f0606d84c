import {
  readStripeEvent,
  stripePages,
  StripeRefused,
  toStripe,
  type RawCallBack,
  type ReadCallBacks,
  type StripeAccount,
  type StripeClient,
} from '@towpath/http';
import type { Failure } from '@towpath/kernel';
import type Stripe from 'stripe';
import type { CardCallBack, CardReference, CardRefund, CardRefundAnswer } from '../ports.js';
import { aheadKey, confirmKey, idOf, StripeUnavailable } from './stripe-answers.js';

/** Stripe says either, by country. */
const TOO_LITTLE: readonly (string | null)[] = ['balance_insufficient', 'insufficient_funds'];

const NOT_REFUNDED: Failure = {
  code: 'REFUND_NOT_ALLOWED',
  explanation: 'The card gateway does not refund this amount.',
};
const CAME_BACK: Failure = {
  code: 'REFUND_NOT_ALLOWED',
  explanation: 'The bank of the payer did not take the money.',
};

/** Refunds, and the events that Stripe sends. */
export class StripeBooks {
  constructor(private readonly client: StripeClient) {}

  /**
   * Looks for the refund first: a key is forgotten after a day, and would then refund twice. After an
   * error of Stripe the refund stays undecided. Under its key Stripe repeats the error, so that it is
   * sent again only once the key is forgotten and the list still has none.
   */
  async refund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    const { gatewayReference: id } = key;
    const amount = toStripe(refund.amount, refund.currency);
    if (id === null || amount === null) return { gatewayStatus: 'REFUSED', failure: NOT_REFUNDED };
    const account = await this.client.at(key);
    const known = await this.refundOf(account, id, refund);
    if (known) return this.answerOf(known);
    try {
      return this.answerOf(await this.made(account, { ...refund, id, amount }));
    } catch (error) {
      return this.afterRefusal(error);
    }
  }

  /** It has all names of its intent, so that the line of the balance tells what it belongs to. */
  private async made(
    account: StripeAccount,
    { id, amount, refundReference }: CardRefund & { readonly id: string },
  ): Promise<Stripe.Refund> {
    const { metadata: names } = await account.ask((stripe, options) =>
      stripe.paymentIntents.retrieve(id, {}, options),
    );
    const metadata = { ...names, refund_reference: refundReference };
    return account.ask((stripe, options) =>
      stripe.refunds.create(
        { payment_intent: id, amount, metadata },
        { ...options, idempotencyKey: refundReference },
      ),
    );
  }

  private afterRefusal(error: unknown): CardRefundAnswer {
    if (error instanceof StripeUnavailable && (error.status ?? 0) >= 500)
      return { gatewayStatus: 'PENDING' };
    if (!(error instanceof StripeRefused)) throw error;
    const { status, code } = error.facts;
    if (status === 404) throw this.client.alarm('LOST', error.message);
    if (TOO_LITTLE.includes(code)) return this.waiting();
    this.client.options.logger.warn(error.facts, 'Stripe refused a refund');
    return { gatewayStatus: 'REFUSED', failure: NOT_REFUNDED };
  }

  async findRefund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    const { gatewayReference: id } = key;
    if (id === null) return { gatewayStatus: 'PENDING' };
    const known = await this.refundOf(await this.client.at(key), id, refund);
    return known ? this.answerOf(known) : { gatewayStatus: 'PENDING' };
  }

  private async refundOf(
    account: StripeAccount,
    payment_intent: string,
    { refundReference }: CardRefund,
  ): Promise<Stripe.Refund | null> {
    const pages = stripePages<Stripe.Refund>(account, (stripe, page, options) =>
      stripe.refunds.list({ payment_intent, ...page }, options),
    );
    for await (const refunds of pages) {
      const found = refunds.find(
        ({ metadata }) => metadata?.['refund_reference'] === refundReference,
      );
      if (found) return found;
    }
    return null;
  }

  private answerOf(refund: Stripe.Refund): CardRefundAnswer {
    const { status, pending_reason: reason, failure_balance_transaction: back } = refund;
    switch (status) {
      case 'succeeded':
        return { gatewayStatus: 'REFUNDED' };
      case 'failed':
      case 'canceled':
        // Without money that came back, none had left.
        return back
          ? { gatewayStatus: 'REVERSED', failure: CAME_BACK }
          : { gatewayStatus: 'REFUSED', failure: CAME_BACK };
      case 'pending':
      case 'requires_action':
        return reason === 'insufficient_funds' ? this.waiting() : { gatewayStatus: 'PENDING' };
      default:
        throw new Error(`Stripe sent a refund of status ${status}`);
    }
  }

  private waiting(): CardRefundAnswer {
    this.client.alarm('BALANCE', 'a refund waits: the balance at Stripe is too small');
    return { gatewayStatus: 'PENDING' };
  }

  /**
   * Of payments, set-ups, charges and refunds; others tell us nothing. Nor does what our own creation
   * or confirmation caused: its answer said so, or the schedule asks.
   */
  async readEvents(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<CardCallBack>> {
    const {
      eventId,
      object,
      requestKey,
      customerAppId: owner,
    } = await readStripeEvent(this.client, raw, endpointId);
    const isIntent = object.object === 'payment_intent' || object.object === 'setup_intent';
    const intent = isIntent ? object.id : idOf(object.payment_intent);
    const app = object.metadata?.['customer_app_id'] ?? null;
    const reference = object.metadata?.['reference'] ?? null;
    const isForeign = owner !== null && app !== null && app !== owner;
    const isOwn =
      reference !== null &&
      [reference, aheadKey(reference), confirmKey(reference)].includes(requestKey ?? '');
    if (intent === null || isForeign || isOwn) return { events: [], answer: null };
    const gatewayReference = reference === null ? intent : null;
    const event = { eventId, customerAppId: owner ?? app, reference, gatewayReference };
    return { events: [event], answer: null };
  }
}
