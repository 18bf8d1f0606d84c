import { DomainError } from '@towpath/kernel';
import { addressUnder } from '../../address-under.js';
import {
  CardGatewayConnector,
  type CardAnswer,
  type CardAuthorizationRequest,
  type CardCallBack,
  type CardFieldsRequest,
  type CardReference,
  type RawCallBack,
  type SettledEntry,
} from '../ports.js';
import { isSignedBy } from './call-back-signature.js';
import {
  answerOf,
  neverSeen,
  refusedRequest,
  type SandboxAuthorization,
  type SandboxContext,
} from './sandbox-answers.js';
import type { SandboxHttp } from './sandbox-http.js';

export interface SandboxCardGatewayOptions {
  readonly http: SandboxHttp;
  readonly secret: string;
  /** As the payer's browser reaches it. */
  readonly publicUrl: string;
  /** Origin of the hosted pages, the only one that may embed the card fields. */
  readonly pageOrigin: string;
  readonly callBackUrl: string;
}

const SIGNATURE_HEADER = 'gw-signature';
const NOT_FOUND = 404;
const REFUSED = 400;

/** The simulated card gateway `GW1`: test apps only. */
export class SandboxCardGateway extends CardGatewayConnector {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW1';

  constructor(private readonly options: SandboxCardGatewayOptions) {
    super();
  }

  override cardFieldsUrl({ session, language }: CardFieldsRequest): string {
    const url = addressUnder(this.options.publicUrl, { path: '/gw1/card-fields' });
    url.searchParams.set('session', session);
    url.searchParams.set('origin', this.options.pageOrigin);
    url.searchParams.set('lang', language);
    return url.href;
  }

  override async authorize(request: CardAuthorizationRequest): Promise<CardAnswer> {
    const { status, body } = await this.options.http.send({
      method: 'POST',
      path: '/gw1/authorizations',
      body: {
        reference: request.reference,
        payment_id: request.paymentId,
        customer_app_id: request.customerAppId,
        merchant_account: request.merchantAccount,
        merchant_name: request.merchantName,
        amount: request.amount,
        currency: request.currency,
        token: request.token,
        store: request.store,
        off_session: false,
        purpose: request.purpose,
        return_url: request.returnUrl,
        callback_url: this.options.callBackUrl,
        language: request.language,
      },
    });
    if (status < REFUSED) return answerOf(body as SandboxAuthorization, this.contextOf(request));
    const known = await this.find(request);
    return known.truth === 'NOT_SEEN' ? refusedRequest(refusalText(body)) : known;
  }

  override capture(key: CardReference): Promise<CardAnswer> {
    return this.act(key, { verb: 'capture' });
  }

  override void(key: CardReference): Promise<CardAnswer> {
    return this.act(key, { verb: 'void' });
  }

  override refund(
    key: CardReference,
    { refundReference, amount }: { readonly refundReference: string; readonly amount: number },
  ): Promise<CardAnswer> {
    const body = { refund_reference: refundReference, amount };
    return this.act(key, { verb: 'refund', body });
  }

  override async find(key: CardReference): Promise<CardAnswer> {
    const { status, body } = await this.options.http.send({
      method: 'GET',
      path: `/gw1/authorizations/${encodeURIComponent(key.reference)}`,
    });
    if (status === NOT_FOUND) return neverSeen();
    return answerOf(body as SandboxAuthorization, this.contextOf(key));
  }

  override async *listSettled({
    from,
    to,
  }: {
    readonly from: Date;
    readonly to: Date;
  }): AsyncIterable<SettledEntry> {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    for (;;) {
      const path = `/gw1/settled?${query.toString()}`;
      const { body } = await this.options.http.send({ method: 'GET', path });
      const page = body as SettledPage;
      for (const entry of page.settled) yield settledEntryOf(entry);
      if (page.next_after === null) return;
      query.set('after', page.next_after);
    }
  }

  override readCallBack({ body, headers, receivedAt }: RawCallBack): CardCallBack {
    const signature = String(headers[SIGNATURE_HEADER] ?? '');
    if (!isSignedBy(this.options.secret, { signature, body, receivedAt })) {
      throw new DomainError('UNAUTHORIZED', 'The signature of the call-back is not valid.');
    }
    return callBackOf(body);
  }

  /** A refused move is no news by itself: the books tell what is true instead. */
  private async act(
    key: CardReference,
    { verb, body }: { readonly verb: 'capture' | 'void' | 'refund'; readonly body?: object },
  ): Promise<CardAnswer> {
    const path = `/gw1/authorizations/${encodeURIComponent(key.reference)}/${verb}`;
    const answer = await this.options.http.send({
      method: 'POST',
      path,
      ...(body ? { body } : {}),
    });
    if (answer.status >= REFUSED) return this.find(key);
    return answerOf(answer.body as SandboxAuthorization, this.contextOf(key));
  }

  private contextOf({ recurringPaymentMode }: CardReference): SandboxContext {
    return { integrationId: this.integrationId, recurringPaymentMode };
  }
}

interface SettledLine {
  readonly entry_id: string;
  readonly reference: string;
  readonly payment_id: string | null;
  readonly kind: 'CHARGE' | 'REFUND';
  readonly amount: number;
  readonly currency: string;
  readonly settled_at: string;
}

interface SettledPage {
  readonly settled: readonly SettledLine[];
  readonly next_after: string | null;
}

function settledEntryOf(line: SettledLine): SettledEntry {
  return {
    entryId: line.entry_id,
    reference: line.reference,
    paymentId: line.payment_id,
    kind: line.kind,
    amount: line.amount,
    currency: line.currency,
    settledAt: new Date(line.settled_at),
  };
}

function refusalText(body: unknown): string {
  const message = (body as { error?: { message?: unknown } } | null)?.error?.message;
  return typeof message === 'string' ? message : 'The card gateway refused the request.';
}

function callBackOf(body: Buffer): CardCallBack {
  const invalid = new DomainError('INVALID_REQUEST', 'body must be a call-back of the gateway.');
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid;
    throw error;
  }
  const { event_id: eventId, customer_app_id: customerAppId, reference } = parsed;
  if (typeof eventId !== 'string' || typeof customerAppId !== 'string') throw invalid;
  if (typeof reference !== 'string') throw invalid;
  return { eventId, customerAppId, reference };
}
