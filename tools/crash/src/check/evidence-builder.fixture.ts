import { topicOf } from '@towpath/contracts';
import type {
  Call,
  DistributiveOmit,
  Evidence,
  PaymentRow,
  StoredRows,
  TransferRow,
} from '../evidence/evidence.js';
import { type History, type PublishedHistory, TABLES } from '../evidence/tables.js';
import { moveOf, webhookTypeOf } from './moves.js';
import type { ViolationName } from './violation.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Lists<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Row)[] ? Mutable<Row>[] : Lists<T[K]>;
};

/** Evidence that can be changed at will: the specs plant their faults in it. */
export type MutableEvidence = Lists<Evidence>;

export const APP = 'app-1';
export const ENDPOINT = 'endpoint-1';
export const ACCOUNT = 'account-1';

/** No row in any table. */
function empty(): Lists<StoredRows> {
  const groups = Object.entries(TABLES).map(([group, tables]) => [
    group,
    Object.fromEntries(Object.keys(tables).map((name) => [name, []])),
  ]);
  return Object.fromEntries(groups) as Lists<StoredRows>;
}

/** Records what a system that keeps its promises would leave behind, change by change. */
export class EvidenceBuilder {
  readonly evidence: MutableEvidence;
  private events = 0;
  private clock = 0;

  constructor() {
    const stored = empty();
    this.evidence = {
      ...stored,
      books: { ...stored.books, changes: [] },
      webhooks: { ...stored.webhooks, endpoints: [], received: [] },
      ...{ calls: [], outbox: [], messages: [], unfinished: [], ended: [] },
    };
    const owner = { customer_app_id: APP, payment_account_id: ACCOUNT, currency: 'HKD' };
    const kinds = [
      'settlement',
      'clearing',
      'funding',
      'unexpected',
      'disputed',
      'payout',
      'unmatched',
      'at_processor',
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
    history: History,
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
    aggregate: PublishedHistory | 'payment-user',
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

  /** Writes a transfer into the ledger. */
  book(
    ways: readonly [debit: string, credit: string],
    transfer: Partial<TransferRow> & Pick<TransferRow, 'kind' | 'amount'>,
  ): void {
    const { transfers } = this.evidence.books;
    const [debit, credit] = ways;
    transfers.push({
      customer_app_id: APP,
      ledger_transfer_id: `transfer-${transfers.length + 1}`,
      debit_account: `${debit}:${ACCOUNT}`,
      credit_account: `${credit}:${ACCOUNT}`,
      currency: 'HKD',
      ...{ payment_id: null, refund_id: null, payout_id: null },
      ...{ dispute_id: null, dispute_sequence: null, processor_reference: null },
      written_by: transfers.length + 1,
      ...transfer,
    });
  }

  /** A payment that has not begun yet. */
  payment(values: Partial<PaymentRow> & Pick<PaymentRow, 'payment_id' | 'amount'>) {
    const payment: Mutable<PaymentRow> = {
      ...{ customer_app_id: APP, recipient_account_id: ACCOUNT, user_id: 'user-1' },
      ...{ payment_link_id: null, attempt_id: null, mandate_id: null },
      ...{ type: 'MANDATE', status: '', sequence: 0, currency: 'HKD' },
      ...{ surcharge_amount: 0, amount_returned: null, external_transaction_reference: null },
      at_processor: false,
      ...values,
    };
    this.evidence.books.payments.push(payment);
    return payment;
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
    attempts.push({ ...at, customer_app_id: APP, event_id, attempt_number: 1, status_code: 200 });
  }
}

function serviceOf(aggregate: PublishedHistory | 'payment-user'): string {
  if (aggregate === 'login-identity') return 'account-data';
  return aggregate === 'mandate' || aggregate === 'dispute' ? aggregate : 'payment-link';
}

export interface PlantedFault {
  readonly name: ViolationName;
  /** What went wrong, in words. */
  readonly fault: string;
  readonly plant: (evidence: MutableEvidence) => void;
}

export const fault = (
  name: ViolationName,
  words: string,
  plant: PlantedFault['plant'],
): PlantedFault => ({ name, fault: words, plant });

/** The first row with these values; a fixture without one cannot carry the fault. */
export function row<T extends object>(rows: readonly T[], values: Partial<T>): T {
  const found = rows.find((each) => fits(each, values));
  if (!found) throw new Error(`no row has ${JSON.stringify(values)}`);
  return found;
}

export function remove<T extends object>(rows: T[], values: Partial<T>): void {
  rows.splice(rows.indexOf(row(rows, values)), 1);
}

function fits<T extends object>(each: T, values: Partial<T>): boolean {
  return Object.entries(values).every(([name, value]) => each[name as keyof T] === value);
}
