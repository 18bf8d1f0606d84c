import type {
  EndpointEvidence,
  Evidence,
  OutboxRow,
  ReceivedWebhook,
  WebhookMessageRow,
} from '../evidence/evidence.js';
import { isAscending } from './ascending.js';
import { webhookTypeOf } from './moves.js';
import { Findings, type Violation } from './violation.js';
import { checkArrivals } from './webhook-order.rule.js';

/** A webhook that a customer app must receive. */
interface Expected {
  readonly event_id: string;
  readonly event_type: string;
  readonly customer_app_id: string;
  readonly resource_id: string;
  readonly event: OutboxRow;
}

/** Every public change is taken at least once, unaltered, by every endpoint that subscribes to it. */
export function checkWebhooks(evidence: Evidence): Violation[] {
  const findings = new Findings();
  const expected = evidence.outbox.flatMap(expectedOf);
  checkRecorded(findings, { expected, evidence });
  checkReceived(findings, { expected, evidence });
  return [...findings.list, ...checkArrivals(evidence)];
}

interface Comparison {
  readonly expected: readonly Expected[];
  readonly evidence: Evidence;
}

function checkRecorded(findings: Findings, { expected, evidence }: Comparison): void {
  const { recorded } = evidence.webhooks;
  const byEvent = Map.groupBy(recorded, ({ event_id: id }) => id);
  for (const { event_id: id, event_type: type, resource_id: resource } of expected) {
    const subject = `webhook ${id}`;
    const rows = byEvent.get(id) ?? [];
    if (rows.length === 0) {
      findings.add('WEBHOOK_NOT_RECORDED', { subject, details: `${type} of ${resource}` });
    }
    if (rows.length > 1) {
      findings.add('WEBHOOK_RECORDED_TWICE', { subject, details: `${type} of ${resource}` });
    }
    for (const row of rows) {
      if (row.event_type === type && row.resource_id === resource) continue;
      const details = `${type} of ${resource} is recorded as ${row.event_type}`;
      findings.add('WEBHOOK_ALTERED', { subject, details });
    }
  }
  const known = new Set(expected.map(({ event_id: id }) => id));
  for (const row of recorded.filter(({ event_id: id }) => !known.has(id))) {
    const details = `${row.event_type} of ${row.resource_id} tells of no event`;
    findings.add('WEBHOOK_UNKNOWN', { subject: `webhook ${row.event_id}`, details });
  }
  const positions = new Map(expected.map(({ event_id: id, event }) => [id, event]));
  for (const rows of Map.groupBy(recorded, resourceOf).values()) {
    checkSequence(findings, { rows, positions });
  }
}

/** Counts every public event of the resource from 1, in the order of its changes. */
function checkSequence(
  findings: Findings,
  counted: {
    readonly rows: readonly WebhookMessageRow[];
    readonly positions: ReadonlyMap<string, OutboxRow>;
  },
): void {
  const rows = counted.rows.toSorted((a, b) => a.sequence - b.sequence);
  const subject = `${rows[0]?.resource_kind} ${rows[0]?.resource_id}`;
  const numbers = rows.map(({ sequence }) => sequence);
  if (numbers.some((sequence, index) => sequence !== index + 1)) {
    const details = `its webhooks count ${numbers.join(', ')}`;
    findings.add('WEBHOOK_SEQUENCE', { subject, details });
  }
  const events = rows.flatMap(({ event_id: id }) => counted.positions.get(id) ?? []);
  // a payment tells of each of its refunds, which count for themselves
  for (const own of Map.groupBy(events, aggregateOf).values()) {
    const sequences = own.map(({ sequence }) => sequence);
    if (isAscending(sequences)) continue;
    const details = `its webhooks report the changes as ${sequences.join(', ')}`;
    findings.add('WEBHOOK_SEQUENCE', { subject, details });
  }
}

function checkReceived(findings: Findings, { expected, evidence }: Comparison): void {
  const { endpoints, received, recorded } = evidence.webhooks;
  const arrived = Map.groupBy(received, deliveryOf);
  const taken = new Set(received.filter((each) => each.acknowledged).map(deliveryOf));
  for (const endpoint of endpoints) {
    for (const webhook of expected.filter((each) => wants(endpoint, each))) {
      if (taken.has(deliveryOf({ ...endpoint, ...webhook }))) continue;
      const details = `${webhook.event_type} of ${webhook.resource_id} was never taken by ${endpoint.webhook_endpoint_id}`;
      findings.add('WEBHOOK_MISSING', { subject: `webhook ${webhook.event_id}`, details });
    }
  }
  const rows = new Map(recorded.map((row) => [row.event_id, row]));
  for (const deliveries of arrived.values()) {
    checkDelivery(findings, { deliveries, row: rows.get(deliveries[0]?.event_id ?? '') });
  }
}

function checkDelivery(
  findings: Findings,
  { deliveries, row }: { deliveries: readonly ReceivedWebhook[]; row?: WebhookMessageRow },
): void {
  const [first] = deliveries;
  if (!first) return;
  const subject = `webhook ${first.event_id}`;
  if (!row) {
    findings.add('WEBHOOK_UNKNOWN', { subject, details: `${first.event_type} was never recorded` });
    return;
  }
  const isSame = deliveries.every(
    (delivery) =>
      delivery.body === first.body &&
      delivery.event_type === row.event_type &&
      delivery.customer_app_id === row.customer_app_id &&
      delivery.sequence === row.sequence,
  );
  if (!isSame) {
    const details = `${deliveries.length} deliveries do not all say what was recorded`;
    findings.add('WEBHOOK_ALTERED', { subject, details });
  }
  if (deliveries.some(({ verified }) => !verified)) {
    findings.add('WEBHOOK_UNVERIFIED', { subject, details: 'arrived with a bad signature' });
  }
}

function expectedOf(event: OutboxRow): Expected[] {
  const { event_id, event_name, customer_app_id, payload } = event;
  const type = webhookTypeOf(event_name, payload);
  if (type === undefined) return [];
  // A webhook about a refund names its payment; any other names its own resource.
  const resource = event_name.startsWith('refund.') ? payload['payment_id'] : event.message_key;
  return [{ event_id, event_type: type, customer_app_id, resource_id: String(resource), event }];
}

function wants(endpoint: EndpointEvidence, webhook: Expected): boolean {
  if (endpoint.customer_app_id !== webhook.customer_app_id) return false;
  return endpoint.event_types.some((pattern) =>
    pattern.endsWith('*')
      ? webhook.event_type.startsWith(pattern.slice(0, -1))
      : webhook.event_type === pattern,
  );
}

function aggregateOf({ topic, message_key: key }: OutboxRow): string {
  return `${topic} ${key}`;
}

function deliveryOf(one: { webhook_endpoint_id: string; event_id: string }): string {
  return `${one.webhook_endpoint_id} ${one.event_id}`;
}

function resourceOf({ resource_kind, resource_id }: WebhookMessageRow): string {
  return `${resource_kind} ${resource_id}`;
}
