import type { Evidence, ReceivedWebhook, WebhookMessageRow } from '../evidence/evidence.js';
import { isAscending } from './ascending.js';
import { Findings, type Violation } from './violation.js';

/**
 * First tries of a resource's webhooks arrive in order of their sequence. Retries may be overtaken,
 * so a webhook whose first try never arrived says nothing about the order.
 */
export function checkArrivals({ webhooks }: Evidence): Violation[] {
  const findings = new Findings();
  const rows = new Map(webhooks.recorded.map((row) => [row.event_id, row]));
  const lost = new Set(
    webhooks.attempts
      .filter((attempt) => attempt.attempt_number === 1 && attempt.status_code === null)
      .map(nameOf),
  );
  const firsts = new Map<string, ReceivedWebhook>();
  for (const arrival of webhooks.received) {
    if (!firsts.has(nameOf(arrival))) firsts.set(nameOf(arrival), arrival);
  }
  const arrivals = [...firsts].filter(([name]) => !lost.has(name)).map(([, arrival]) => arrival);
  const byResource = Map.groupBy(arrivals, (arrival) =>
    placeOf(arrival, rows.get(arrival.event_id)),
  );
  for (const [subject, arrivals] of byResource) {
    const numbers = arrivals.map(({ sequence }) => sequence);
    if (isAscending(numbers)) continue;
    findings.add('WEBHOOK_ORDER', { subject, details: `first came as ${numbers.join(', ')}` });
  }
  return findings.list;
}

function nameOf(one: { webhook_endpoint_id: string; event_id: string }): string {
  return `${one.webhook_endpoint_id} ${one.event_id}`;
}

function placeOf(arrival: ReceivedWebhook, row: WebhookMessageRow | undefined): string {
  return `${row?.resource_kind} ${row?.resource_id} at ${arrival.webhook_endpoint_id}`;
}
