import { SANDBOX, type ReadCallBacks } from '@towpath/http';
import type { Failure } from '@towpath/kernel';
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
} from '../src/cards/card-gateways/ports.js';
import { CARDS } from './payer.fixture.js';

type Verb = 'prepare' | 'authorize' | 'capture' | 'void' | 'find' | 'refund' | 'forgetStored';

interface Intent {
  readonly id: string;
  readonly request: CardAuthorizationRequest;
  status: CardAnswer['gatewayStatus'] | 'UNCONFIRMED';
  confirmations: number;
  readonly entries: SettledEntry[];
  readonly refunds: Map<string, number>;
}

interface Kept {
  readonly customerAppId: string;
  readonly number: string;
}

const CODES: Readonly<Record<string, Failure['code']>> = {
  [CARDS.declined]: 'PAYMENT_METHOD_DECLINED',
  [CARDS.poor]: 'INSUFFICIENT_FUNDS',
  [CARDS.expired]: 'PAYMENT_METHOD_EXPIRED',
};
const DECLINED_LATER = '4000000000000341';
/** Unlisted currencies are refused. */
const CURRENCIES = ['HKD', 'USD', 'JPY', 'KWD'];

/**
 * A gateway that knows an authorization by its own ID alone: each `prepare` makes another ID, as
 * where an idempotency key was forgotten, and only a prepared ID can be confirmed.
 */
export class PreparingGateway extends CardGatewayConnector {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW1';
  override readonly connector: string = SANDBOX;
  override readonly takesPerson = 'always';
  readonly intents: Intent[] = [];
  readonly asked: CardAuthorizationRequest[] = [];
  /** The terms in the card fields of each attempt. */
  readonly shown: CardFieldsRequest[] = [];
  readonly forgotten: string[] = [];
  /** Once each: the call is not done (`before`) or done (`after`), and its answer is lost. */
  readonly lost = new Set<`${'before' | 'after'} ${Verb}`>();
  /** Once each: the process that calls ends there. */
  readonly kills = new Set<`${'before' | 'after'} ${Verb}`>();
  /** Runs once the gateway has done what was asked, before its answer arrives. */
  readonly meanwhile = new Map<Verb, () => Promise<unknown>>();
  private readonly kept = new Map<string, Kept>();
  private settledAt = Date.now();

  /** @param onlyApp the app whose calls are answered; others meet silence. All apps without it. */
  constructor(private readonly onlyApp?: string) {
    super();
  }

  tokenize(number: string): string {
    return `tok_${number}`;
  }

  ofReference(reference: string): Intent[] {
    return this.intents.filter(({ request }) => request.reference === reference);
  }

  decide(page: string, decision: 'approve' | 'refuse'): void {
    const intent = this.intent(page.split('/').at(-1) ?? null);
    if (intent) intent.status = decision === 'approve' ? 'AUTHORIZED' : 'DECLINED';
  }

  override supports(currency: string): boolean {
    return CURRENCIES.includes(currency);
  }

  override cardFieldsUrl(request: CardFieldsRequest): string {
    this.shown.push(request);
    return `https://fields.test/${request.session}`;
  }

  override prepare(request: CardAuthorizationRequest): Promise<string> {
    return this.call('prepare', request, () => {
      this.asked.push(request);
      const id = `pi_${this.intents.length + 1}`;
      const made = { status: 'UNCONFIRMED', confirmations: 0, entries: [], refunds: new Map() };
      this.intents.push({ id, request, ...(made as Omit<Intent, 'id' | 'request'>) });
      return id;
    });
  }

  override authorize(request: CardAuthorizationRequest): Promise<CardAnswer> {
    return this.call('authorize', request, () => {
      this.asked.push(request);
      const intent = this.intent(request.gatewayReference);
      if (!intent) throw new Error('only what was prepared can be confirmed');
      if (intent.status === 'UNCONFIRMED') {
        intent.confirmations += 1;
        intent.status = this.decisionOn(request);
      }
      return this.answer(intent);
    });
  }

  override capture(key: CardReference): Promise<CardAnswer> {
    return this.call('capture', key, () =>
      this.change(key, (intent) => {
        if (intent.status !== 'AUTHORIZED') return;
        const fails = this.numberOf(intent.request) === CARDS.captureFails;
        intent.status = fails ? 'CAPTURE_FAILED' : 'CAPTURED';
        if (!fails) this.settle(intent, 'CHARGE', intent.request.amount);
      }),
    );
  }

  override void(key: CardReference): Promise<CardAnswer> {
    return this.call('void', key, () =>
      this.change(key, (intent) => {
        const isOpen = ['UNCONFIRMED', 'ACTION_REQUIRED', 'AUTHORIZED'].includes(intent.status);
        if (isOpen) intent.status = 'VOIDED';
      }),
    );
  }

  override find(key: CardReference): Promise<CardAnswer> {
    return this.call('find', key, () => this.change(key, () => undefined));
  }

  override refund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    return this.call('refund', key, () => {
      const intent = this.intent(key.gatewayReference);
      if (!intent) throw new Error('only what was prepared can be refunded');
      const { refundReference, amount } = refund;
      if (intent.refunds.has(refundReference)) return { gatewayStatus: 'REFUNDED' };
      const given = [...intent.refunds.values()].reduce((sum, each) => sum + each, 0);
      if (given + amount > intent.request.amount) {
        const failure = { code: 'REFUND_NOT_ALLOWED', explanation: 'Too much.' } as const;
        return { gatewayStatus: 'REFUSED', failure };
      }
      intent.refunds.set(refundReference, amount);
      this.settle(intent, 'REFUND', amount);
      if (given + amount === intent.request.amount) intent.status = 'REFUNDED';
      return { gatewayStatus: 'REFUNDED' };
    });
  }

  override findRefund(
    { gatewayReference }: CardReference,
    { refundReference }: CardRefund,
  ): Promise<CardRefundAnswer> {
    const isKnown = this.intent(gatewayReference)?.refunds.has(refundReference) ?? false;
    return Promise.resolve({ gatewayStatus: isKnown ? 'REFUNDED' : 'PENDING' });
  }

  override statusOf({ customerAppId, ...card }: AppsStoredCard): Promise<StoredCardStatus> {
    const kept = this.kept.get(nameOf(card.integrationMetadata));
    if (!kept) return Promise.resolve('NOT_STORED');
    return Promise.resolve(kept.customerAppId === customerAppId ? 'USABLE' : 'OF_ANOTHER_APP');
  }

  override forgetStored(card: AppsStoredCard): Promise<void> {
    return this.call('forgetStored', card, () => {
      const name = nameOf(card.integrationMetadata);
      if (this.kept.delete(name)) this.forgotten.push(name);
    });
  }

  override async *listSettled({
    customerAppId,
    from,
    to,
  }: SettledPeriod): AsyncIterable<SettledEntry> {
    const ofApp = this.intents.filter(({ request }) => request.customerAppId === customerAppId);
    const entries = ofApp.flatMap((intent) => intent.entries);
    const listed = entries.filter(({ settledAt }) => settledAt >= from && settledAt < to);
    yield* listed.toSorted((a, b) => a.settledAt.getTime() - b.settledAt.getTime());
  }

  override readCallBacks(): Promise<ReadCallBacks<CardCallBack>> {
    return Promise.reject(new Error('this gateway calls nobody back'));
  }

  private async call<T>(
    verb: Verb,
    { customerAppId }: { readonly customerAppId: string },
    work: () => T,
  ): Promise<T> {
    if (this.onlyApp !== undefined && this.onlyApp !== customerAppId) throw this.silence();
    if (this.kills.delete(`before ${verb}`)) throw new Error('killed');
    if (this.lost.delete(`before ${verb}`)) throw this.silence();
    const done = work();
    await this.meanwhile.get(verb)?.();
    if (this.kills.delete(`after ${verb}`)) throw new Error('killed');
    if (this.lost.delete(`after ${verb}`)) throw this.silence();
    return done;
  }

  private silence(): GatewayUnavailable {
    return new GatewayUnavailable(this.integrationId, { reason: 'lost' });
  }

  private intent(id: string | null): Intent | undefined {
    return this.intents.find((each) => each.id === id);
  }

  private change({ gatewayReference }: CardReference, move: (intent: Intent) => void): CardAnswer {
    const intent = this.intent(gatewayReference);
    if (!intent) return NOT_SEEN;
    move(intent);
    return this.answer(intent);
  }

  private numberOf({ source, customerAppId }: CardAuthorizationRequest): string | undefined {
    if (source.kind === 'TOKEN') return /^tok_(\d+)$/.exec(source.token)?.[1];
    if (source.kind === 'WALLET') return undefined;
    const kept = this.kept.get(nameOf(source.integrationMetadata));
    return kept?.customerAppId === customerAppId ? kept.number : undefined;
  }

  private decisionOn(request: CardAuthorizationRequest): CardAnswer['gatewayStatus'] {
    const number = this.numberOf(request);
    if (number === undefined || number in CODES) return 'DECLINED';
    if (number === DECLINED_LATER && !request.payerPresent) return 'DECLINED';
    if (number === CARDS.challenged) return 'ACTION_REQUIRED';
    return number === CARDS.late ? 'PENDING' : 'AUTHORIZED';
  }

  private settle(intent: Intent, kind: SettledEntry['kind'], amount: number): void {
    const { reference, gatewayAccount, paymentId, currency } = intent.request;
    this.settledAt = Math.max(this.settledAt + 1, Date.now());
    const settledAt = new Date(this.settledAt);
    const entryId = `txn_${intent.id}_${intent.entries.length}`;
    const named = { reference, gatewayReference: intent.id, gatewayAccount, paymentId };
    intent.entries.push({ entryId, ...named, kind, amount, currency, settledAt });
  }

  private answer({ id, status, request }: Intent): CardAnswer {
    if (status === 'UNCONFIRMED') return NOT_SEEN;
    const number = this.numberOf(request) ?? '';
    const code = number === CARDS.challenged ? 'AUTHENTICATION_FAILED' : CODES[number];
    const failed = status === 'DECLINED' || status === 'CAPTURE_FAILED';
    return {
      ...NOT_SEEN,
      gatewayStatus: status,
      redirectUrl: status === 'ACTION_REQUIRED' ? `https://bank.test/${id}` : null,
      failure: failed
        ? { code: code ?? 'PAYMENT_METHOD_DECLINED', explanation: 'The gateway said no.' }
        : null,
      processorDetails: { processor_id: this.integrationId, processor_reference: id },
      ...(request.store && ['AUTHORIZED', 'CAPTURED'].includes(status)
        ? this.stored(id, request)
        : {}),
    };
  }

  private stored(id: string, request: CardAuthorizationRequest) {
    const { customerAppId } = request;
    const name = `pm_${id}`;
    const number = this.numberOf(request) ?? '';
    if (!this.forgotten.includes(name)) this.kept.set(name, { customerAppId, number });
    return {
      cardDetails: {
        brand: 'Visa',
        last4: number.slice(-4),
        processor_details: { token_id: name },
      },
      integrationMetadata: {
        integration_id: this.integrationId,
        gw1_metadata: { payment_method_id: name },
      },
    };
  }
}

function nameOf(integrationMetadata: object): string {
  const { gw1_metadata: block } = integrationMetadata as {
    gw1_metadata?: { payment_method_id?: string };
  };
  return block?.payment_method_id ?? '';
}
