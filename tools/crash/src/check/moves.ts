import { eventRegistry } from '@towpath/contracts';
import { workspaceRoot } from '@towpath/local-system';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HISTORIES, type History } from '../evidence/tables.js';

/** One permitted transition and its event; null if it has none. */
export interface Move {
  readonly from: string | null;
  readonly to: string;
  readonly event: string | null;
}

/** Histories whose state machine has another name. */
const MACHINES: Readonly<Partial<Record<History, string>>> = {
  'payment-method': 'card',
  attempt: 'payment-attempt',
  'direct-debit': 'direct_debit',
};

/**
 * Documented moves that no run causes: bank corrections, imports, questions to users, time, and
 * money that turns back late, other than a direct debit that is returned. A move without an event
 * is named by its command.
 */
const NEVER_IN_RUNS = [
  '- payment_method.succeeded',
  'dispute.status_corrected',
  'payment.return_reversed',
  'refund.reversed',
  'payout.returned',
  'reinstate',
  'login_identity.action_requested',
  'login_identity.action_answered',
  'login_identity.permission_expired',
];

/**
 * Permitted transitions of a resource, read from its committed document and not from the running
 * services. They reveal a service whose table differs from the document.
 */
const MOVES = new Map(
  (Object.keys(HISTORIES) as History[]).map((history) => [history, documentedMoves(history)]),
);

function documentedMoves(history: History): Move[] {
  const file = `docs/generated/state-machines/${MACHINES[history] ?? history}.md`;
  const rows = readFileSync(join(workspaceRoot(), file), 'utf8').matchAll(
    /^\| (?!From)(\S+) \| (\w+) \| (\w+) \| `?([\w.–]+)`? \|/gm,
  );
  const moves = [...rows].map(([, from = '', command = '', to = '', event = '']) => ({
    from: from === '–' ? null : from,
    to,
    event: event === '–' ? null : event,
    name: event === '–' ? command : event,
  }));
  return moves.filter(({ from, name }) => !NEVER_IN_RUNS.includes(from ? name : `- ${name}`));
}

/** Tells of a charge in the sequence of its mandate, whose own status it does not change. */
export const CHARGE_UPDATED = 'mandate.charge_updated';

/** The allowed move between two statuses, or undefined. */
export function moveOf(
  history: History,
  { from_status, to_status }: { readonly from_status: string | null; readonly to_status: string },
): Move | undefined {
  return MOVES.get(history)?.find(({ from, to }) => from === from_status && to === to_status);
}

/** The events that a move between two statuses may publish; none if it has no event. */
export function eventsOf(
  history: History,
  { from_status, to_status }: { readonly from_status: string | null; readonly to_status: string },
): readonly string[] {
  const moves = (MOVES.get(history) ?? []).filter(
    ({ from, to }) => from === from_status && to === to_status,
  );
  return moves.flatMap(({ event }) => event ?? []);
}

/** The webhook that a published event becomes, by the public names; undefined for none. */
export function webhookTypeOf(
  event: string,
  payload: Readonly<Record<string, unknown>>,
): string | undefined {
  if (event === 'payment.status_corrected') return `PAYMENT_${String(payload['status'])}`;
  if (event === 'login_identity.product_updated') {
    return `${String(payload['product']).toUpperCase()}_${String(payload['outcome'])}`;
  }
  if (event === 'login_identity.authentication_failed') {
    const status = String(payload['authentication_status']);
    return status === 'AUTHENTICATE_FAILED' ? 'AUTHENTICATION_FAILED' : status;
  }
  const webhook = eventRegistry.all().find(({ name }) => name === event)?.webhook;
  return typeof webhook === 'string' ? webhook : undefined;
}
