import {
  isListedAtStripe,
  STRIPE,
  STRIPE_CALL_MS,
  StripeRefused,
  toStripe,
  type KeyedConnector,
  type RawCallBack,
  type ReadCallBacks,
  type StripeAccount,
  type StripeClient,
} from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import {
  CardGatewayConnector,
  NOT_SEEN,
  type AppsStoredCard,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardCallBack,
  type CardFieldsRequest,
  type CardOrder,
  type CardReference,
  type CardRefund,
  type CardRefundAnswer,
  type SettledEntry,
  type SettledPeriod,
  type SettlementPage,
  type SettlementRange,
  type SettlingAccount,
  type StoredCardStatus,
} from '../ports.js';
import { stripeFieldsUrl, stripeTerms } from './page-options.js';
import {
  aheadKey,
  answerOf,
  idOf,
  INTEGRATION_ID,
  isOfAnotherAmount,
  refusedAnswer,
  StripeUnavailable,
} from './stripe-answers.js';
import {
  declineCodeOf,
  isNewDecline,
  isOpenDecline,
  reasonIn,
  reasonOf,
  type Intent,
} from './stripe-declines.js';
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  noteIn,
  retrieveIntent,
} from './stripe-intents.js';
import { StripeSettlement } from './stripe-settlement.js';
import { StripeBooks } from './stripe-books.js';
import { detach, StripeCards } from './stripe-cards.js';

interface StripeCardGatewayOptions {
  readonly client: StripeClient;
  /** Base URL of the card fields' own origin. */
  readonly fieldsUrl: string;
}

/** Nothing of them is final. */
const OPEN: readonly string[] = ['NOT_SEEN', 'PENDING', 'ACTION_REQUIRED', 'AUTHORIZED'];

/**
 * Cards at Stripe. An intent is made, its ID is committed, and only then is it confirmed. Creations
 * have idempotency keys from our reference. What only changes an intent has none: the state of the
 * intent lets it happen once, and a key would repeat a failure for a day.
 */
export class StripeCardGateway extends CardGatewayConnector implements KeyedConnector {
  override readonly appType: 'TEST' | 'LIVE';
  override readonly integrationId = INTEGRATION_ID;
  override readonly connector = STRIPE;
  override readonly callMs = STRIPE_CALL_MS;
  override readonly takesPerson = 'to_store';
  override readonly settles = 'at_processor';
  readonly hasKeysOf = (customerAppId: string) => this.client.hasKeysOf(customerAppId);
  private readonly client: StripeClient;
  private readonly cards: StripeCards;
  private readonly books: StripeBooks;
  private readonly settlements: StripeSettlement;

  constructor(private readonly options: StripeCardGatewayOptions) {
    super();
    this.client = options.client;
    this.appType = this.client.options.appType;
    this.cards = new StripeCards(this.client);
    this.books = new StripeBooks(this.client);
    this.settlements = new StripeSettlement(this.client);
  }

  override supports(currency: string): boolean {
    return isListedAtStripe(currency);
  }

  override async cardFieldsUrl(request: CardFieldsRequest): Promise<string> {
    const { credential, account } = await this.client.at(request);
    const amount = toStripe(request.amount, request.currency);
    if (amount === null)
      throw new DomainError('INVALID_REQUEST', 'The card gateway does not take this amount.');
    const page = {
      fieldsUrl: this.options.fieldsUrl,
      link: request.link,
      language: request.language,
      publishableKey: credential.publishableKey,
      gatewayAccount: account,
    };
    return stripeFieldsUrl(page, stripeTerms({ ...request, amount }).page);
  }

  override prepare(request: CardAuthorizationRequest): Promise<string | null> {
    return this.cards.prepared({ ...request, key: request.reference });
  }

  /** Under a key of its own: what a later version of ours prepares may differ. */
  override prepareAhead(order: CardOrder): Promise<string | null> {
    return this.cards.prepared({ ...order, source: null, key: aheadKey(order.reference) });
  }

  override async authorize(request: CardAuthorizationRequest): Promise<CardAnswer> {
    const account = await this.client.at(request);
    const { gatewayReference: id } = request;
    try {
      if (id === null) {
        const again = { ...request, key: request.reference };
        const { id: uncommitted } = await this.cards.made(account, again);
        throw new StripeUnavailable(`${uncommitted} is not committed: prepare it again`);
      }
      const confirmed = await confirmIntent(account, { ...request, id });
      // A repeat gets the first answer, however old.
      const isRepeat = confirmed.lastResponse.headers['idempotent-replayed'] === 'true';
      const intent = isRepeat ? await this.retrieved(account, id) : confirmed;
      return await this.answer(account, request, intent);
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      return this.afterRefusal(account, request, error);
    }
  }

  /** Refused only if nothing was confirmed; then nobody is to confirm it later. */
  private async afterRefusal(
    account: StripeAccount,
    request: CardAuthorizationRequest,
    refused: StripeRefused,
  ): Promise<CardAnswer> {
    const { gatewayReference: id, reference } = request;
    const { logger } = this.client.options;
    const level = refused.facts.status === 402 ? 'info' : 'warn';
    logger[level]({ ...refused.facts, reference }, 'Stripe refused an authorization');
    if (id !== null) {
      const intent = await this.retrieved(account, id);
      const answer = await this.answer(account, request, intent);
      if (answer.gatewayStatus !== 'NOT_SEEN') return answer;
      const ended = await this.ended(account, intent, reasonOf(refused));
      return this.answer(account, request, ended);
    }
    return refusedAnswer(refused);
  }

  override capture(key: CardReference): Promise<CardAnswer> {
    return this.moved(key, captureIntent);
  }

  override void(key: CardReference): Promise<CardAnswer> {
    return this.moved(key, async (account, id) => {
      const intent = await this.retrieved(account, id);
      if (intent.object === 'payment_intent' || intent.status !== 'succeeded')
        return this.ended(account, intent);
      await detach(account, idOf(intent.payment_method));
      return this.retrieved(account, id);
    });
  }

  private async moved(
    key: CardReference,
    move: (account: StripeAccount, id: string) => Promise<Intent>,
  ): Promise<CardAnswer> {
    const { gatewayReference: id } = key;
    if (id === null) return NOT_SEEN;
    const account = await this.client.at(key);
    try {
      return await this.answer(account, key, await move(account, id));
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      const answer = await this.answer(account, key, await this.retrieved(account, id));
      if (!OPEN.includes(answer.gatewayStatus)) return answer;
      throw new StripeUnavailable(`refused while ${answer.gatewayStatus}: ${error.message}`);
    }
  }

  override async find(key: CardReference): Promise<CardAnswer> {
    const { gatewayReference: id } = key;
    if (id === null) return NOT_SEEN;
    const account = await this.client.at(key);
    return this.answer(account, key, await this.retrieved(account, id));
  }

  /** A committed intent is never deleted: without it, the key is of another account. */
  private async retrieved(account: StripeAccount, id: string): Promise<Intent> {
    try {
      return await retrieveIntent(account, id);
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      throw this.client.alarm('LOST', `${id}: ${error.message}`);
    }
  }

  /** A declined intent is cancelled before it is reported. */
  private async answer(
    account: StripeAccount,
    key: CardReference,
    intent: Intent,
  ): Promise<CardAnswer> {
    const code = declineCodeOf(intent);
    if (isNewDecline(code))
      this.client.options.logger.warn({ code }, 'Stripe sent a decline code without a line here');
    const settled = isOpenDecline(intent) ? await this.ended(account, intent) : intent;
    if (isOfAnotherAmount(settled)) this.client.alarm('AMOUNT', settled.id);
    return answerOf(settled, key);
  }

  /** Cancelled, with the reason in it; or as it is now if that is refused. */
  private async ended(
    account: StripeAccount,
    declined: Intent,
    metadata = reasonIn(declined),
  ): Promise<Intent> {
    const { id } = declined;
    try {
      if (metadata !== null) await noteIn(account, id, metadata);
      return await cancelIntent(account, id);
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      const intent = await this.retrieved(account, id);
      if (!isOpenDecline(intent)) return intent;
      throw new StripeUnavailable(`${id} is declined, and is not cancelled`);
    }
  }

  override refund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    return this.books.refund(key, refund);
  }

  override findRefund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    return this.books.findRefund(key, refund);
  }

  override statusOf(card: AppsStoredCard): Promise<StoredCardStatus> {
    return this.cards.statusOf(card);
  }

  override forgetStored(card: AppsStoredCard): Promise<void> {
    return this.cards.forget(card);
  }

  override listSettled(period: SettledPeriod): AsyncIterable<SettledEntry> {
    return this.settlements.listSettled(period);
  }

  override settlement(account: SettlingAccount, range: SettlementRange): Promise<SettlementPage> {
    return this.settlements.page(account, range);
  }

  override readCallBacks(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<CardCallBack>> {
    return this.books.readEvents(raw, endpointId);
  }
}
