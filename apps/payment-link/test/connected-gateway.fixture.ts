import type { RawCallBack } from '@towpath/http';
import { newId, type PaymentAttemptId } from '@towpath/kernel';
import type {
  CardAnswer,
  CardAuthorizationRequest,
  CardGatewayConnector,
  CardSource,
  SettledEntry,
} from '../src/cards/card-gateways/ports.js';

/** What not every gateway can be made to do. */
export type Capability =
  | 'away'
  | 'browser'
  | 'call-backs'
  | 'card-details'
  | 'clock'
  | 'failing-captures'
  | 'last-thousandth'
  | 'lost-answers'
  | 'wallet';

/** A connector with the gateway behind it. */
export interface ConnectedGateway {
  readonly connector: CardGatewayConnector;
  /** Unknown to the gateway before: its books begin empty. */
  readonly customerAppId: string;
  /** A one-time token as the card fields of this gateway give it. */
  tokenize(number: string): Promise<string>;
  /** Of the app, at the gateway. */
  setClock(offsetMs: number): Promise<void>;
  decide(page: string, decision: 'approve' | 'refuse'): Promise<unknown>;
  /** What reached the call-back address. */
  readonly callBacks: readonly RawCallBack[];
  /** The same connector, whose gateway is away. */
  readonly away: CardGatewayConnector;
  /** The number of a card that wants a challenge each time, if another one than that of a new card. */
  readonly alwaysChallenged?: string;
}

export const LONG_AGO = new Date(0);

/** Requests to a gateway, and what it settled. */
export function requestsTo(subject: () => ConnectedGateway) {
  const newReference = () => newId<PaymentAttemptId>(new Date());
  const gateway = () => subject().connector;
  /** With the ID of a gateway that wants one before it authorizes. */
  const requestOf = async (
    source: CardSource,
    change: Partial<CardAuthorizationRequest> = {},
  ): Promise<CardAuthorizationRequest> => {
    const reference = newReference();
    const request: CardAuthorizationRequest = {
      reference,
      gatewayReference: null,
      customerAppId: subject().customerAppId,
      gatewayAccount: null,
      recurringPaymentMode: null,
      paymentId: reference,
      payer: { key: 'USER', email: null, name: null, address: null, browser: null },
      merchantAccount: 'ACCOUNT',
      merchantName: 'Harbour Books',
      amount: 12_345,
      currency: 'HKD',
      source,
      payerPresent: true,
      store: false,
      purpose: 'PAYMENT',
      returnUrl: 'https://shop.test/back',
      language: 'en',
      ...change,
    };
    return { ...request, gatewayReference: await gateway().prepare(request) };
  };
  const typed = async (number: string, change: Partial<CardAuthorizationRequest> = {}) =>
    requestOf({ kind: 'TOKEN', token: await subject().tokenize(number) }, change);
  const list = (from: Date, to = new Date(Date.now() + 60_000), app = subject().customerAppId) =>
    collect(gateway().listSettled({ customerAppId: app, from, to }));
  const settled = async (reference?: string): Promise<SettledEntry[]> => {
    const entries = await list(LONG_AGO);
    return reference ? entries.filter((entry) => entry.reference === reference) : entries;
  };
  const store = async (number: string, change: Partial<CardAuthorizationRequest> = {}) => {
    const setUp = { purpose: 'SETUP', amount: 0, paymentId: null, store: true, ...change } as const;
    const request = await typed(number, setUp);
    const asked = await gateway().authorize(request);
    if (asked.redirectUrl === null) return { answer: asked, source: storedIn(asked) };
    await subject().decide(asked.redirectUrl, 'approve');
    const answer = await gateway().find(request);
    return { answer, source: storedIn(answer) };
  };
  return { newReference, gateway, requestOf, typed, list, settled, store };
}

export async function collect(entries: AsyncIterable<SettledEntry>): Promise<SettledEntry[]> {
  const collected: SettledEntry[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}

function storedIn({ integrationMetadata }: CardAnswer): CardSource {
  return { kind: 'STORED', integrationMetadata: integrationMetadata ?? {} };
}
