import { SANDBOX, type RawCallBack, type ReadCallBacks } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import {
  GatewayUnavailable,
  NOT_SEEN,
  type CardAnswer,
  type CardCallBack,
  type CardRefundAnswer,
  type GatewayNote,
  type SettledEntry,
  type StoredCardStatus,
} from '../src/cards/card-gateways/ports.js';
import {
  RememberingCardGateway,
  type RememberedNotes,
} from '../src/cards/card-gateways/remembering-card-gateway.js';

/** One event of a body. */
export interface Item {
  readonly eventId: string;
  readonly customerAppId?: string | null;
  readonly reference?: string | null;
  readonly gatewayReference?: string | null;
  readonly note?: GatewayNote;
}

interface Endpoint {
  readonly secrets: readonly string[];
  /** Of an account that belongs to one app. */
  readonly customerAppId?: string;
}

/** What the gateway demands as the answer to a call-back. */
export const ACCEPTED = '[accepted]';
export const FIRST_SECRET = 'the-first-secret';
/** Over all accounts: an ID is never used twice. */
let prepared = 0;
const PENDING: CardAnswer = { ...NOT_SEEN, gatewayStatus: 'PENDING' };

/**
 * A gateway with several accounts that answers no question: it receives requests, and later
 * reports their outcomes, several in one body.
 */
export class NotifyingGateway extends RememberingCardGateway {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW1';
  override readonly connector = SANDBOX;
  readonly endpoints = new Map<string, Endpoint>([['default', { secrets: [FIRST_SECRET] }]]);
  /** What it received, in order. */
  readonly received: string[] = [];
  /** Its next answers are lost. */
  isSilent = false;

  constructor(notes: RememberedNotes) {
    super(notes);
  }

  override cardFieldsUrl(): string {
    return 'https://fields.test/';
  }

  override prepare(): Promise<string> {
    prepared += 1;
    return Promise.resolve(`psp_${prepared}_${process.pid}`);
  }

  override authorize(): Promise<CardAnswer> {
    return this.receives('authorize', PENDING);
  }

  override capture(): Promise<CardAnswer> {
    return this.receives('capture', PENDING);
  }

  override void(): Promise<CardAnswer> {
    return this.receives('void', PENDING);
  }

  override refund(): Promise<CardRefundAnswer> {
    return this.receives<CardRefundAnswer>('refund', { gatewayStatus: 'PENDING' });
  }

  override statusOf(): Promise<StoredCardStatus> {
    return Promise.resolve('NOT_STORED');
  }

  override async *listSettled(): AsyncIterable<SettledEntry> {
    yield* await Promise.resolve([]);
  }

  override readCallBacks(raw: RawCallBack, endpointId: string | null) {
    return new Promise<ReadCallBacks<CardCallBack>>((resolve) => {
      const endpoint = this.endpoints.get(endpointId ?? 'default');
      if (!endpoint?.secrets.includes(String(raw.headers['x-secret']))) {
        throw new DomainError('UNAUTHORIZED', 'Nobody who knows a secret sends this.');
      }
      const { items } = JSON.parse(raw.body.toString('utf8')) as { readonly items: Item[] };
      resolve({ events: items.map((item) => eventOf(item, endpoint)), answer: ACCEPTED });
    });
  }

  private receives<Answer>(call: string, answer: Answer): Promise<Answer> {
    this.received.push(call);
    if (!this.isSilent) return Promise.resolve(answer);
    return Promise.reject(new GatewayUnavailable(this.integrationId, { reason: 'lost' }));
  }
}

function eventOf(item: Item, endpoint: Endpoint): CardCallBack {
  const { eventId, customerAppId = null, reference = null, gatewayReference = null, note } = item;
  return {
    eventId,
    customerAppId: endpoint.customerAppId ?? customerAppId,
    reference,
    gatewayReference,
    ...(note ? { note: { ...note, occurredAt: new Date(note.occurredAt) } } : {}),
  };
}
