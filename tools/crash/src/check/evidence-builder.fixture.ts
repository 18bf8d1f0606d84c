import { topicOf } from '@towpath/contracts';
import type { Call } from '../evidence/calls.js';
import type * as rows from '../evidence/evidence.js';
import type * as disputeRows from '../evidence/dispute-evidence.js';
import type * as linkingRows from '../evidence/linking-evidence.js';
import type * as mandateRows from '../evidence/mandate-evidence.js';
import { moveOf, webhookTypeOf } from './moves.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type MutableLists<T extends { readonly [K in keyof T]: readonly object[] }> = {
  -readonly [K in keyof T]: Mutable<T[K][number]>[];
};

/** Evidence that can be changed at will: the specs plant their faults in it. */
export interface MutableEvidence {
  calls: Call[];
  books: { -readonly [K in keyof rows.Books]: Mutable<rows.Books[K][number]>[] };
  mandates: MutableLists<mandateRows.MandateBooks>;
  linking: MutableLists<linkingRows.LinkingBooks>;
  bank: MutableLists<mandateRows.BankBooks>;
  disputes: MutableLists<disputeRows.DisputeBooks>;
  outbox: Mutable<rows.OutboxRow>[];
  messages: Mutable<rows.TopicMessage>[];
  gateway: { -readonly [K in keyof rows.GatewayBooks]: Mutable<rows.GatewayBooks[K][number]>[] };
  webhooks: {
    -readonly [K in keyof rows.WebhookEvidence]: Mutable<rows.WebhookEvidence[K][number]>[];
  };
  unfinished: string[];
  ended: string[];
}

export const APP = 'app-1';
export const ENDPOINT = 'endpoint-1';
export const ACCOUNT = 'account-1';

const EMPTY = {
  books: {
    links: [],
    attempts: [],
    payments: [],
    methods: [],
    refunds: [],
    payouts: [],
    bills: [],
    incoming: [],
    users: [],
    changes: [],
    ledgerAccounts: [],
    transfers: [],
    checkpoints: [],
  },
  mandates: { mandates: [], debits: [], usage: [] },
  linking: { logins: [], accounts: [], remains: [] },
  bank: { mandates: [], collections: [], payouts: [], transfers: [], bills: [] },
  disputes: { disputes: [], atProcessors: [] },
  gateway: { entries: [], authorizations: [] },
  webhooks: { endpoints: [], recorded: [], received: [], attempts: [] },
};

/** Records what a system that keeps its promises would leave behind, change by change. */
export class EvidenceBuilder {
  readonly evidence: MutableEvidence = {
    ...structuredClone(EMPTY),
    calls: [],
    outbox: [],
    messages: [],
    unfinished: [],
    ended: [],
  };
  private events = 0;
  private clock = 0;

  constructor() {
    const owner = { customer_app_id: APP, payment_account_id: ACCOUNT, currency: 'HKD' };
    const kinds = [
      'settlement',
      'clearing',
      'funding',
      'unexpected',
      'disputed',
      'payout',
      'unmatched',
    ];
    for (const kind of kinds) {
      const ledger_account = `${kind}:${ACCOUNT}`;
      this.evidence.books.ledgerAccounts.push({
        ...owner,
        ledger_account,
        kind: kind.toUpperCase(),
      });
    }
    this.evidence.webhooks.endpoints.push({
      customer_app_id: APP,
      webhook_endpoint_id: ENDPOINT,
      event_types: ['*'],
    });
  }

  call(call: DistributiveOmit<Call, 'customer_app_id' | 'begin' | 'end'>): void {
    const times = { begin: (this.clock += 1), end: (this.clock += 1) };
    this.evidence.calls.push({ ...call, customer_app_id: APP, ...times } as Call);
  }

  /** Moves a resource on: history, row, event, message, webhook. */
  move(
    history: rows.History,
    row: { status: string; sequence: number },
    step: { readonly id: string; readonly to: string; readonly facts?: Record<string, unknown> },
  ): void {
    const { id, to, facts = {} } = step;
    const from = row.sequence === 0 ? null : row.status;
    row.status = to;
    row.sequence += 1;
    const change = { history, id, customer_app_id: APP, from_status: from, to_status: to };
    this.evidence.books.changes.push({ ...change, sequence: row.sequence });
    const event = moveOf(history, change)?.event;
    if (history === 'attempt' || history === 'direct-debit' || !event) return;
    const payload = { ...facts, customer_app_id: APP, previous_status: from, status: to };
    this.publish(history, { key: id, event, sequence: row.sequence, payload });
  }

  publish(
    aggregate: rows.PublishedHistory | 'payment-user',
    published: { key: string; event: string; sequence: number; payload: Record<string, unknown> },
  ): void {
    const { key, event, sequence, payload } = published;
    const topic = topicOf(aggregate);
    const event_id = `event-${(this.events += 1)}`;
    const facts = { event_id, customer_app_id: APP, topic, event_name: event, sequence, payload };
    this.evidence.outbox.push({
      ...facts,
      service: serviceOf(aggregate),
      message_key: key,
      published: true,
    });
    this.evidence.messages.push({ ...facts, key, partition: 3, offset: this.events });
    const type = webhookTypeOf(event, payload);
    const resource = aggregate === 'refund' ? String(payload['payment_id']) : key;
    if (type) this.deliver({ event_id, type, resource });
  }

  private deliver(webhook: { event_id: string; type: string; resource: string }): void {
    const { event_id, type, resource } = webhook;
    const { recorded, received, attempts } = this.evidence.webhooks;
    const sequence = recorded.filter(({ resource_id: id }) => id === resource).length + 1;
    const facts = { customer_app_id: APP, event_id, event_type: type, sequence };
    recorded.push({ ...facts, resource_kind: 'resource', resource_id: resource });
    const at = { webhook_endpoint_id: ENDPOINT };
    const body = JSON.stringify(facts);
    received.push({ ...facts, ...at, body, verified: true, acknowledged: true });
    attempts.push({ ...at, event_id, attempt_number: 1, status_code: 200 });
  }
}

function serviceOf(aggregate: rows.PublishedHistory | 'payment-user'): string {
  if (aggregate === 'login-identity') return 'account-data';
  return aggregate === 'mandate' || aggregate === 'dispute' ? aggregate : 'payment-link';
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
