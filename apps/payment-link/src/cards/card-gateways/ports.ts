import {
  ConnectorRegistry,
  Unanswered,
  type RawCallBack,
  type ReadCallBacks,
  type SilenceReason,
} from '@towpath/http';
import type { GatewayStatus, Failure } from '@towpath/kernel';
import type {
  SettledEntry,
  SettledPeriod,
  SettlementPage,
  SettlementRange,
  SettlingAccount,
} from './card-settlements.js';

export type * from './card-settlements.js';

/** A gateway's answer in our words; objects are in the words of the public interface. */
export interface CardAnswer {
  readonly gatewayStatus: GatewayStatus;
  /** URL for the payer, with `ACTION_REQUIRED`; null if this answer has none. */
  readonly redirectUrl: string | null;
  /** Why, with `DECLINED` and `CAPTURE_FAILED`. */
  readonly failure: Failure | null;
  readonly processorDetails: object | null;
  readonly cardDetails: object | null;
  /** Instead of a card, when a wallet pays. */
  readonly walletDetails: object | null;
  readonly integrationMetadata: object | null;
  /** Browser in which the card was typed, if the gateway reports it. Personal data. */
  readonly riskData: object | null;
}

export const NOT_SEEN: CardAnswer = {
  gatewayStatus: 'NOT_SEEN',
  redirectUrl: null,
  failure: null,
  processorDetails: null,
  cardDetails: null,
  walletDetails: null,
  integrationMetadata: null,
  riskData: null,
};

/** The charged card or token. */
export type CardSource =
  /** One-time token of the gateway's own card fields. */
  | { readonly kind: 'TOKEN'; readonly token: string }
  /** A card that the gateway keeps: the `integrationMetadata` that it answered with then. */
  | { readonly kind: 'STORED'; readonly integrationMetadata: object }
  /** The payer's wallet: one tap, no fields. */
  | { readonly kind: 'WALLET' };

/** The browser in which the payer submitted the card. */
export interface PayerBrowser {
  readonly userAgent: string | null;
  readonly language: string | null;
  /** Width and height of the screen in pixels, joined by `x`. */
  readonly screen: string | null;
}

/**
 * Personal data: never logged. Address and browser are those of the payer's own request, and null
 * when it is sent again later; name and e-mail may have changed by then. A connector keeps all of
 * them out of what its gateway compares in a repeat.
 */
export interface CardPayer {
  /** Ours for the payment user, permanently. */
  readonly key: string;
  /** Null also for a connector that takes no personal data. */
  readonly email: string | null;
  readonly name: string | null;
  /** IP address. */
  readonly address: string | null;
  readonly browser: PayerBrowser | null;
}

/** `reference` is ours and unique: the same request under it may be sent again. */
export interface CardAuthorizationRequest extends CardReference {
  readonly paymentId: string | null;
  readonly payer: CardPayer;
  /** The account at the gateway that receives. */
  readonly merchantAccount: string;
  /** Shown to the payer on the page of the bank. */
  readonly merchantName: string;
  /** Minor units; 0 in a set-up. */
  readonly amount: number;
  readonly currency: string;
  readonly source: CardSource;
  /** False for a charge without the payer, which can answer no challenge. */
  readonly payerPresent: boolean;
  readonly store: boolean;
  readonly purpose: 'PAYMENT' | 'SETUP';
  /** URL to which the payer returns after a challenge; null if the payer is absent. */
  readonly returnUrl: string | null;
  readonly language: string;
}

/** An authorization whose card is not known yet. */
export type CardOrder = Omit<CardAuthorizationRequest, 'source' | 'gatewayReference'>;

/** An authorization that was, or may have been, requested. */
export interface CardReference {
  readonly reference: string;
  /** The gateway's own ID from `prepare`; null if it gave none, or its answer was lost. */
  readonly gatewayReference: string | null;
  readonly customerAppId: string;
  /** The account at the gateway; null for the account of the key. */
  readonly gatewayAccount: string | null;
  readonly recurringPaymentMode: string | null;
}

/** A return of money. `refundReference` is ours and unique. */
export interface CardRefund {
  readonly refundReference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** The gateway's status of one refund. */
export type CardRefundAnswer =
  /** Undecided, or decided but not yet reported. */
  | { readonly gatewayStatus: 'PENDING' }
  | { readonly gatewayStatus: 'REFUNDED' }
  /** Final: the refund did not happen and will not happen. */
  | { readonly gatewayStatus: 'REFUSED'; readonly failure: Failure }
  /** Final: it had succeeded, and the money came back, perhaps weeks later. */
  | {
      readonly gatewayStatus: 'REVERSED';
      readonly failure: Failure;
    };

/** The card fields of one attempt, with the terms that its authorization will have. */
export interface CardFieldsRequest extends Pick<
  CardAuthorizationRequest,
  'customerAppId' | 'gatewayAccount' | 'amount' | 'currency' | 'store' | 'purpose' | 'language'
> {
  readonly session: string;
  /** Names the link in the address of a page, and opens nothing. */
  readonly link: string;
  /** Sites that may frame our page around the fields; browsers ask every page of a nest. */
  readonly embeddingOrigins: readonly string[];
}

/**
 * Status of an imported card at the gateway, for one app. `NOT_STORED`: also a one-time token, a
 * wallet, and whatever the gateway does not know.
 */
export type StoredCardStatus = 'USABLE' | 'EXPIRED' | 'NOT_STORED' | 'OF_ANOTHER_APP';

export interface AppsStoredCard {
  readonly customerAppId: string;
  /** The account at the gateway; null for the account of the key. */
  readonly gatewayAccount: string | null;
  /** As the gateway or the app sent it: what a later charge would send. */
  readonly integrationMetadata: object;
}

/** One event of a call-back whose signature was checked. It names the authorization in one way. */
export interface CardCallBack {
  /** Never of two events of the connector. */
  readonly eventId: string;
  /**
   * Null if neither body nor endpoint names the app; then there is a `gatewayReference`. Of an
   * endpoint that belongs to one app, always that app.
   */
  readonly customerAppId: string | null;
  /** Ours. */
  readonly reference: string | null;
  /** The gateway's own ID of the authorization. */
  readonly gatewayReference: string | null;
  /** Of a gateway that cannot be asked, with app and our reference: remembered for `find`. */
  readonly note?: GatewayNote;
}

/** What a gateway reported at one moment. It holds no personal data but what an answer shows. */
export type GatewayNote = { readonly occurredAt: Date } & (
  | { readonly about: 'CHARGE'; readonly answer: Omit<CardAnswer, 'redirectUrl' | 'riskData'> }
  | {
      readonly about: 'REFUND';
      readonly refundReference: string;
      readonly answer: CardRefundAnswer;
    }
);

/**
 * A card gateway behind one interface. Every call may be repeated under the same reference without
 * a second effect. A call that is not answered throws `GatewayUnavailable`: its outcome is unknown.
 * Amounts are in minor units of ISO 4217; a gateway with other exponents has its own table in its
 * connector.
 */
export abstract class CardGatewayConnector {
  /** The type of apps that the connector serves, test or live. */
  abstract readonly appType: 'TEST' | 'LIVE';
  /** `GW1`, `GW2` or `GW4`. */
  abstract readonly integrationId: string;
  /** What it speaks to, for example `sandbox`. */
  abstract readonly connector: string;
  /** The longest time in ms that one call takes; the schedule asks no sooner. */
  readonly callMs: number = 30_000;
  /** When name and e-mail of the payer are read for it; `to_store`: only if it is to keep a card. */
  readonly takesPerson: 'always' | 'to_store' | 'never' = 'never';
  /**
   * `at_once`: payouts of ours may use what was captured. `at_processor`: the processor keeps it,
   * takes its fees, and pays the rest out; `settlement` lists all of that.
   */
  readonly settles: 'at_once' | 'at_processor' = 'at_once';
  /** Whether the gateway takes amounts of this currency. */
  supports(_currency: string): boolean {
    return true;
  }
  /**
   * The page in which the payer types a card. Two URLs that differ only behind `#` are one page: a
   * changed rest reaches it as a message, and it keeps what the payer typed.
   */
  abstract cardFieldsUrl(request: CardFieldsRequest): string | Promise<string>;
  /**
   * Makes what the gateway needs before an authorization is confirmed, and takes no money. The
   * answered ID is committed before `authorize` confirms it. Null: the gateway finds an
   * authorization by our reference, and `authorize` alone is enough.
   */
  prepare(_request: CardAuthorizationRequest): Promise<string | null> {
    return Promise.resolve(null);
  }
  /**
   * As `prepare`, while the payer types a card that is not to be kept. Its ID may be confirmed, or
   * never. Absent: nothing is made ahead.
   */
  prepareAhead?(order: CardOrder): Promise<string | null>;
  /** With a `gatewayReference` it confirms exactly that one. */
  abstract authorize(request: CardAuthorizationRequest): Promise<CardAnswer>;
  abstract capture(key: CardReference): Promise<CardAnswer>;
  abstract void(key: CardReference): Promise<CardAnswer>;
  /** Refunds all or a part of the captured amount. A repeat answers `REFUNDED` again. */
  abstract refund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer>;
  /** The present status of a refund that succeeded. It never sends a refund. */
  abstract findRefund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer>;
  /**
   * The present status; `NOT_SEEN` when the gateway knows nothing of it, or when it is prepared and
   * not confirmed. A gateway that finds by its own ID answers `NOT_SEEN` without one: what was not
   * committed was not confirmed.
   */
  abstract find(key: CardReference): Promise<CardAnswer>;
  /**
   * The status after the payer came back from a challenge, for a gateway that needs to learn of the
   * return. Any browser may send the query: the gateway has to verify it.
   * @param query of the return, which may hold secrets of the gateway: never logged, nor stored
   */
  completeChallenge(key: CardReference, _query: URLSearchParams): Promise<CardAnswer> {
    return this.find(key);
  }
  /** Asked before an app imports a card that the gateway keeps. It charges nothing. */
  abstract statusOf(card: AppsStoredCard): Promise<StoredCardStatus>;
  /** The gateway deletes a card that is charged no more. A repeat, or an unknown card, is no error. */
  forgetStored(_card: AppsStoredCard): Promise<void> {
    return Promise.resolve();
  }
  /**
   * The settlements of one app in a period, oldest first, for reconciliation; nothing reads those
   * of a connector that settles at the processor.
   */
  abstract listSettled(period: SettledPeriod): AsyncIterable<SettledEntry>;
  /**
   * For a connector that settles at the processor: the entries of one account that were made in the
   * period. With them come payouts that were made in it or may still change, and all entries of
   * these, on any page. Of an account that several apps share, the app's own entries; the others,
   * and those that name no app, are a sum in the payout.
   */
  settlement(_account: SettlingAccount, _range: SettlementRange): Promise<SettlementPage> {
    return Promise.resolve({ entries: [], payouts: [], next: null });
  }
  /**
   * Throws `UNAUTHORIZED` for a wrong or old signature or an unknown endpoint, `INVALID_REQUEST` for
   * another shape. Several secrets may be valid at once: one is being replaced.
   * @param endpointId which account at the gateway sends it; null for the path without one
   */
  abstract readCallBacks(
    raw: RawCallBack,
    endpointId: string | null,
  ): Promise<ReadCallBacks<CardCallBack>>;
}

/** The gateway did not answer: the requested action may or may not have happened. */
export class GatewayUnavailable extends Unanswered {
  override readonly name = 'GatewayUnavailable';

  constructor(integrationId: string, silence: SilenceReason) {
    super(`card gateway ${integrationId}`, silence);
  }
}

/** The connectors of the card gateways; only one of a gateway may read its call-backs. */
export class CardGatewayRegistry extends ConnectorRegistry<CardGatewayConnector> {
  constructor(connectors: readonly CardGatewayConnector[]) {
    super('card gateway', connectors);
  }
}
