import type { RawCallBack } from '@towpath/http';
import { newId, type PaymentAttemptId } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import type {
  AppsStoredCard,
  CardAnswer,
  CardAuthorizationRequest,
  CardGatewayConnector,
  CardReference,
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
  | 'lost-captures'
  | 'wallet';

/** A connector with the gateway behind it. */
export interface ConnectedGateway {
  readonly connector: CardGatewayConnector;
  /** Unknown to the gateway before: its books begin empty. */
  readonly customerAppId: string;
  /** A one-time token as the card fields of this gateway give it; of fields that keep the card or not. */
  tokenize(number: string, keeps?: boolean): Promise<string>;
  /** Of the app, at the gateway. */
  setClock(offsetMs: number): Promise<void>;
  decide(page: string, decision: 'approve' | 'refuse'): Promise<unknown>;
  /** What reached the call-back address. */
  readonly callBacks: readonly RawCallBack[];
  /** The same connector, whose gateway is away. */
  readonly away: CardGatewayConnector;
  /** The number of a card that wants a challenge each time, if another one than that of a new card. */
  readonly alwaysChallenged?: string;
  /** Numbers of cards that the bank decides about later, and whose capture it refuses. */
  readonly late?: string;
  readonly captureFails?: string;
  /** The bank takes the money of a capture back. */
  loseCapture?(key: CardReference): Promise<unknown>;
  /** Nothing of this app is older; of a gateway whose books have much of others. */
  readonly since?: Date;
  /** For a run that clears up. */
  readonly trace?: Trace;
}

/** What a gateway was asked for. */
export interface Trace {
  readonly requests: CardAuthorizationRequest[];
  readonly stored: AppsStoredCard[];
}

export const LONG_AGO = new Date(0);

/** Until books must show what was captured, in ms. */
const BOOKED_MS = 30_000;

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
    const prepared = { ...request, gatewayReference: await gateway().prepare(request) };
    subject().trace?.requests.push(prepared);
    return prepared;
  };
  const typed = async (number: string, change: Partial<CardAuthorizationRequest> = {}) => {
    const token = await subject().tokenize(number, change.store);
    return requestOf({ kind: 'TOKEN', token }, change);
  };
  const list = (from: Date, to = new Date(Date.now() + 60_000), app = subject().customerAppId) =>
    collect(gateway().listSettled({ customerAppId: app, from, to }));
  /** What is settled; waits for so many entries. */
  const settled = async (reference?: string, atLeast = 0): Promise<SettledEntry[]> =>
    eventually(
      async () => {
        const entries = await list(subject().since ?? LONG_AGO);
        const own = reference ? entries.filter((each) => each.reference === reference) : entries;
        return own.length >= atLeast && own;
      },
      { deadlineMs: BOOKED_MS, describe: `${atLeast} settled entries` },
    );
  const store = async (number: string, change: Partial<CardAuthorizationRequest> = {}) => {
    const setUp = { purpose: 'SETUP', amount: 0, paymentId: null, store: true, ...change } as const;
    const request = await typed(number, setUp);
    const asked = await gateway().authorize(request);
    if (asked.redirectUrl !== null) await subject().decide(asked.redirectUrl, 'approve');
    const answer = asked.redirectUrl === null ? asked : await gateway().find(request);
    const { customerAppId, gatewayAccount } = request;
    const { integrationMetadata } = answer;
    if (integrationMetadata)
      subject().trace?.stored.push({ customerAppId, gatewayAccount, integrationMetadata });
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
