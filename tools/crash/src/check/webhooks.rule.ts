import type {
  EndpointEvidence,
  Evidence,
  OutboxRow,
  ReceivedWebhook,
  WebhookMessageRow,
} from '../evidence/evidence.js';
import { webhookTypeOf } from './moves.js';
import { inOrder, isAscending, isCount } from './rows.js';
import { Findings, type Violation } from './violation.js';

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
  checkRecorded(findings, expected, evidence);
  checkReceived(findings, expected, evidence);
  checkArrivals(findings, evidence);
  return findings.list;
}

function checkRecorded(
  findings: Findings,
  expected: readonly Expected[],
  { webhooks }: Evidence,
): void {
  const { recorded } = webhooks;
  const byEvent = Map.groupBy(recorded, ({ event_id: id }) => id);
  for (const { event_id: id, event_type: type, resource_id: resource } of expected) {
    const found = findings.about(`webhook ${id}`);
    const rows = byEvent.get(id) ?? [];
    found(rows.length === 0, 'WEBHOOK_NOT_RECORDED', `${type} of ${resource}`);
    found(rows.length > 1, 'WEBHOOK_RECORDED_TWICE', `${type} of ${resource}`);
    for (const row of rows) {
      const details = `${type} of ${resource} is recorded as ${row.event_type}`;
      found(row.event_type !== type || row.resource_id !== resource, 'WEBHOOK_ALTERED', details);
    }
  }
  const events = new Map(expected.map(({ event_id: id, event }) => [id, event]));
  for (const { event_id: id, event_type: type, resource_id: resource } of recorded) {
    const details = `${type} of ${resource} tells of no event`;
    findings.about(`webhook ${id}`)(!events.has(id), 'WEBHOOK_UNKNOWN', details);
  }
  for (const [subject, rows] of Map.groupBy(recorded, resourceOf)) {
    checkSequence(findings.about(subject), inOrder(rows), events);
  }
}

/** Counts every public event of the resource from 1, in the order of its changes. */
function checkSequence(
  found: ReturnType<Findings['about']>,
  rows: readonly WebhookMessageRow[],
  events: ReadonlyMap<string, OutboxRow>,
): void {
  const numbers = rows.map(({ sequence }) => sequence);
  found(!isCount(numbers), 'WEBHOOK_SEQUENCE', `its webhooks count ${numbers.join(', ')}`);
  const own = rows.flatMap(({ event_id: id }) => events.get(id) ?? []);
  // a payment tells of each of its refunds, which count for themselves
  const byAggregate = Map.groupBy(own, ({ topic, message_key: key }) => `${topic} ${key}`);
  for (const changes of byAggregate.values()) {
    const sequences = changes.map(({ sequence }) => sequence);
    const details = `its webhooks report the changes as ${sequences.join(', ')}`;
    found(!isAscending(sequences), 'WEBHOOK_SEQUENCE', details);
  }
}

function checkReceived(
  findings: Findings,
  expected: readonly Expected[],
  { webhooks }: Evidence,
): void {
  const { endpoints, received, recorded } = webhooks;
  const taken = new Set(received.filter((each) => each.acknowledged).map(deliveryOf));
  for (const endpoint of endpoints) {
    for (const webhook of expected.filter((each) => wants(endpoint, each))) {
      findings.about(`webhook ${webhook.event_id}`)(
        !taken.has(deliveryOf({ ...endpoint, ...webhook })),
        'WEBHOOK_MISSING',
        `${webhook.event_type} of ${webhook.resource_id} was never taken by ${endpoint.webhook_endpoint_id}`,
      );
    }
  }
  const rows = new Map(recorded.map((row) => [row.event_id, row]));
  for (const deliveries of Map.groupBy(received, deliveryOf).values()) {
    checkDelivery(findings, deliveries, rows.get(deliveries[0]?.event_id ?? ''));
  }
}

function checkDelivery(
  findings: Findings,
  deliveries: readonly ReceivedWebhook[],
  row: WebhookMessageRow | undefined,
): void {
  const [first] = deliveries;
  if (!first) return;
  const found = findings.about(`webhook ${first.event_id}`);
  if (!row) return found(true, 'WEBHOOK_UNKNOWN', `${first.event_type} was never recorded`);
  const isSame = deliveries.every(
    (delivery) =>
      delivery.body === first.body &&
      delivery.event_type === row.event_type &&
      delivery.customer_app_id === row.customer_app_id &&
      delivery.sequence === row.sequence,
  );
  const details = `${deliveries.length} deliveries do not all say what was recorded`;
  found(!isSame, 'WEBHOOK_ALTERED', details);
  const isVerified = deliveries.every(({ verified }) => verified);
  found(!isVerified, 'WEBHOOK_UNVERIFIED', 'arrived with a bad signature');
}

/**
 * First tries of a resource's webhooks arrive in order of their sequence. Retries may be overtaken,
 * so a webhook whose first try never arrived says nothing about the order.
 */
function checkArrivals(findings: Findings, { webhooks }: Evidence): void {
  const rows = new Map(webhooks.recorded.map((row) => [row.event_id, row]));
  const lost = new Set(
    webhooks.attempts
      .filter((attempt) => attempt.attempt_number === 1 && attempt.status_code === null)
      .map(deliveryOf),
  );
  const firsts = [...Map.groupBy(webhooks.received, deliveryOf)].flatMap(([name, [first]]) =>
    first && !lost.has(name) ? [first] : [],
  );
  const byResource = Map.groupBy(firsts, ({ event_id: id, webhook_endpoint_id: endpoint }) => {
    const row = rows.get(id);
    return `${row?.resource_kind} ${row?.resource_id} at ${endpoint}`;
  });
  for (const [subject, arrivals] of byResource) {
    const numbers = arrivals.map(({ sequence }) => sequence);
    const details = `first came as ${numbers.join(', ')}`;
    findings.about(subject)(!isAscending(numbers), 'WEBHOOK_ORDER', details);
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

function deliveryOf(one: {
  readonly webhook_endpoint_id: string;
  readonly event_id: string;
}): string {
  return `${one.webhook_endpoint_id} ${one.event_id}`;
}

function resourceOf({ resource_kind, resource_id }: WebhookMessageRow): string {
  return `${resource_kind} ${resource_id}`;
}
