import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  assertDefaultEndpoint,
  CONNECTOR_TIMEOUT_MS,
  SANDBOX,
  type ConnectorAnswer,
  type ConnectorClient,
  type RawCallBack,
  type ReadCallBacks,
} from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { addressUnder } from '../../../address-under.js';
import {
  CardGatewayConnector,
  GatewayUnavailable,
  NOT_SEEN,
  type AppsStoredCard,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardCallBack,
  type CardFieldsRequest,
  type CardReference,
  type CardRefund,
  type CardRefundAnswer,
  type SettledEntry,
  type SettledPeriod,
  type StoredCardStatus,
} from '../ports.js';
import {
  answerOf,
  refusedRequest,
  type SandboxContext,
  type SandboxAuthorization,
} from './sandbox-answers.js';

/** One command to a simulated gateway, by POST. */
export interface WireCall {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Move =
  { readonly verb: 'capture' | 'void' } | { readonly verb: 'refund'; readonly refund: CardRefund };

/** The simulated gateways find an authorization by our reference. */
const BY_OUR_REFERENCE = { gatewayReference: null, gatewayAccount: null };

export type SettledLine = Omit<SettledEntry, keyof typeof BY_OUR_REFERENCE>;

export interface SettledPage {
  readonly entries: readonly SettledLine[];
  /** Start of the next page; null after the last one. */
  readonly next: string | null;
}

/** A card that the gateway keeps. */
interface KeptCard {
  readonly customerAppId: string | undefined;
  readonly isUsable: boolean;
}

/** What a simulated gateway tells: always our names. */
export interface WireCallBack {
  readonly eventId: string;
  readonly customerAppId: string;
  readonly reference: string;
}

/** The wire format of one simulated gateway for the common content. */
export interface GatewayWire {
  readonly integrationId: 'GW1' | 'GW2' | 'GW4';
  authorization(request: CardAuthorizationRequest, callBackUrl: string): WireCall;
  move(reference: string, move: Move): WireCall;
  /** Where the authorization is read. */
  path(reference: string): string;
  /** Throws for an unknown status, which must never count as an outcome. */
  read(body: unknown): SandboxAuthorization;
  storedCardPath(integrationMetadata: object): string;
  readStoredCard(body: unknown): KeptCard;
  settledPath(period: SettledPeriod, after: string | null): string;
  readSettled(body: unknown): SettledPage;
  isSigned(secret: string, callBack: RawCallBack): boolean;
  /** Undefined for another shape. */
  readCallBack(parsed: Readonly<Record<string, unknown>>): WireCallBack | undefined;
}

const MAX_AGE_MS = 300_000;

interface ClaimedMac {
  readonly algorithm: 'sha256' | 'sha512';
  /** The bytes that were signed. */
  readonly signed: Buffer;
  readonly claimed: Buffer;
  /** From the signing to now; below 0 when the sender's clock is ahead. */
  readonly ageMs: number;
}

/** Whether who knows `secret` signed these bytes within five minutes of now. */
export function isFreshMac(secret: string, mac: ClaimedMac): boolean {
  const { algorithm, signed, claimed, ageMs } = mac;
  const expected = createHmac(algorithm, secret).update(signed).digest();
  const isGenuine = claimed.length === expected.length && timingSafeEqual(expected, claimed);
  return isGenuine && Math.abs(ageMs) <= MAX_AGE_MS;
}

interface SandboxCardGatewayOptions {
  readonly wire: GatewayWire;
  readonly http: ConnectorClient;
  readonly secret: string;
  /** Any of them may sign a call-back. */
  readonly secrets: readonly string[];
  /** URL for the payer's browser. */
  readonly publicUrl: string;
  /** Origin of the hosted pages, the only one that may embed the card fields. */
  readonly pageOrigin: string;
  readonly callBackUrl: string;
}

const NOT_FOUND = 404;
const REFUSED = 400;

/** A simulated card gateway behind the port, for test apps only. Its wire defines the format. */
export class SandboxCardGateway extends CardGatewayConnector {
  override readonly appType = 'TEST';
  override readonly callMs = CONNECTOR_TIMEOUT_MS;
  override readonly integrationId: GatewayWire['integrationId'];
  override readonly connector = SANDBOX;
  private readonly wire: GatewayWire;

  constructor(private readonly options: SandboxCardGatewayOptions) {
    super();
    this.wire = options.wire;
    this.integrationId = options.wire.integrationId;
  }

  override cardFieldsUrl({ session, language, embeddingOrigins }: CardFieldsRequest): string {
    const { pageOrigin, secret } = this.options;
    const name = this.integrationId.toLowerCase();
    const url = addressUnder(this.options.publicUrl, { path: `/${name}/card-fields` });
    url.searchParams.set('session', session);
    url.searchParams.set('origin', pageOrigin);
    url.searchParams.set('lang', language);
    if (embeddingOrigins.length > 0) {
      const within = embeddingOrigins.join(' ');
      url.searchParams.set('within', within);
      url.searchParams.set('proof', nestProof(secret, [session, pageOrigin, within]));
    }
    return url.href;
  }

  override async authorize(request: CardAuthorizationRequest): Promise<CardAnswer> {
    const { http, callBackUrl } = this.options;
    const call = this.wire.authorization(request, callBackUrl);
    const { status, body } = await http.send({ method: 'POST', ...call });
    if (status < REFUSED) return this.answer(body, request);
    const known = await this.find(request);
    return known.gatewayStatus === 'NOT_SEEN' ? refusedRequest(refusalText(body)) : known;
  }

  override capture(key: CardReference): Promise<CardAnswer> {
    return this.move(key, { verb: 'capture' });
  }

  override void(key: CardReference): Promise<CardAnswer> {
    return this.move(key, { verb: 'void' });
  }

  /** After a partial refund the rest stays captured, and some gateways answer with that status. */
  override async refund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    const call = this.wire.move(key.reference, { verb: 'refund', refund });
    const { status, body } = await this.options.http.send({ method: 'POST', ...call });
    if (status >= REFUSED) return refundRefusal(body);
    const { gatewayStatus } = this.wire.read(body);
    return {
      gatewayStatus:
        gatewayStatus === 'REFUNDED' || gatewayStatus === 'CAPTURED' ? 'REFUNDED' : 'PENDING',
    };
  }

  /** A simulated gateway keeps the reference of a refund without end, so the same call asks. */
  override findRefund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    return this.refund(key, refund);
  }

  override async find(key: CardReference): Promise<CardAnswer> {
    const { status, body } = await this.read(this.wire.path(key.reference));
    return status === NOT_FOUND ? NOT_SEEN : this.answer(body, key);
  }

  override async statusOf(card: AppsStoredCard): Promise<StoredCardStatus> {
    const path = this.wire.storedCardPath(card.integrationMetadata);
    const { status, body } = await this.read(path);
    if (status === NOT_FOUND) return 'NOT_STORED';
    if (status >= REFUSED) throw this.unanswered(`no stored card: HTTP ${status}`);
    const { customerAppId, isUsable } = this.wire.readStoredCard(body);
    // A card of another app is reported only as such.
    if (customerAppId !== card.customerAppId) return 'OF_ANOTHER_APP';
    return isUsable ? 'USABLE' : 'EXPIRED';
  }

  override async *listSettled(period: SettledPeriod): AsyncIterable<SettledEntry> {
    let after: string | null = null;
    do {
      const { status, body } = await this.read(this.wire.settledPath(period, after));
      if (status >= REFUSED) throw this.unanswered(`no list: HTTP ${status}`);
      const { entries, next } = this.wire.readSettled(body);
      for (const entry of entries) {
        if (isWithin(entry, period)) yield { ...entry, ...BY_OUR_REFERENCE };
      }
      after = next;
    } while (after !== null);
  }

  override readCallBacks(raw: RawCallBack, endpointId: string | null) {
    return new Promise<ReadCallBacks<CardCallBack>>((resolve) => {
      resolve(this.callBacksIn(raw, endpointId));
    });
  }

  private callBacksIn(raw: RawCallBack, endpointId: string | null): ReadCallBacks<CardCallBack> {
    assertDefaultEndpoint(endpointId);
    if (!this.options.secrets.some((secret) => this.wire.isSigned(secret, raw))) {
      throw new DomainError('UNAUTHORIZED', 'The signature of the call-back is not valid.');
    }
    const callBack = this.wire.readCallBack(objectIn(raw.body));
    if (!callBack) {
      throw new DomainError('INVALID_REQUEST', 'body must be a call-back of the gateway.');
    }
    return { events: [{ ...callBack, gatewayReference: null }], answer: null };
  }

  /** A refused call has no status of its own: the gateway's books decide. */
  private async move(key: CardReference, move: Move): Promise<CardAnswer> {
    const call = this.wire.move(key.reference, move);
    const { status, body } = await this.options.http.send({ method: 'POST', ...call });
    return status >= REFUSED ? this.find(key) : this.answer(body, key);
  }

  private read(path: string): Promise<ConnectorAnswer> {
    return this.options.http.send({ method: 'GET', path });
  }

  /** An incomplete list would look as if the other entries had not been settled. */
  private unanswered(reason: string): GatewayUnavailable {
    return new GatewayUnavailable(this.integrationId, { reason });
  }

  private answer(body: unknown, { recurringPaymentMode }: CardReference): CardAnswer {
    const context: SandboxContext = { integrationId: this.integrationId, recurringPaymentMode };
    return answerOf(this.wire.read(body), context);
  }
}

/** Proves to the sandbox that we named the sites around our page. */
function nestProof(secret: string, content: readonly string[]): string {
  return createHmac('sha256', secret).update(content.join('\n')).digest('base64url');
}

function isWithin({ settledAt }: SettledLine, { from, to }: SettledPeriod): boolean {
  return settledAt >= from && settledAt < to;
}

function refundRefusal(body: unknown): CardRefundAnswer {
  const { error } = body as { readonly error?: { readonly code?: unknown } };
  const failure = { code: 'REFUND_NOT_ALLOWED', explanation: refusalText(body) } as const;
  return { gatewayStatus: error?.code === 'refund_reversed' ? 'REVERSED' : 'REFUSED', failure };
}

function refusalText(body: unknown): string {
  const message = (body as { error?: { message?: unknown } } | null)?.error?.message;
  return typeof message === 'string' ? message : 'The card gateway refused the request.';
}

/** The members of a JSON object; none for any other content. */
function objectIn(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
