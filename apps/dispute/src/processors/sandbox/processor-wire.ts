import type { DisputeProcessorEvent } from '@towpath/contracts';
import type { DisputeState } from '../../disputes/dispute.transitions.js';
import type { ReportedDispute } from '../../disputes/dispute.table.js';
import type { RawCallBack } from '@towpath/http';
import { UnreadableNotification, type VerifiedNotification } from '../ports.js';
import type { Members } from './members.js';
import { createHmac, timingSafeEqual } from 'node:crypto';

const MAX_AGE_MS = 300_000;

export interface ClaimedMac {
  readonly algorithm: 'sha256' | 'sha512';
  /** The bytes that were signed. */
  readonly signed: Buffer;
  readonly claimed: Buffer;
  /** From the signing to now; below 0 when the sender's clock is ahead. */
  readonly ageMs: number;
}

/** Whether who knows one of the secrets signed these bytes within five minutes of now. */
export function isFreshMac(secrets: readonly string[], mac: ClaimedMac): boolean {
  const { algorithm, signed, claimed, ageMs } = mac;
  const isGenuine = secrets.some((secret) => {
    const expected = createHmac(algorithm, secret).update(signed).digest();
    return claimed.length === expected.length && timingSafeEqual(expected, claimed);
  });
  return isGenuine && Math.abs(ageMs) <= MAX_AGE_MS;
}

/** Format and signature of one simulated processor's notifications. */
export interface ProcessorWire {
  readonly integrationId: 'GW1' | 'GW2' | 'GW4';
  /** Null when the headers hold no signature of this form. */
  signature(raw: RawCallBack): ClaimedMac | null;
  name(body: Members): Pick<VerifiedNotification, 'customerAppId' | 'eventId'>;
  /** Throws `UnreadableNotification`. */
  dispute(body: Members): ReportedDispute;
}

/** The table of a processor: its own names for events of a dispute. */
export type EventTable = Readonly<Record<string, DisputeProcessorEvent>>;

export function eventIn(table: EventTable, word: string): DisputeProcessorEvent {
  const event = Object.hasOwn(table, word) ? table[word] : undefined;
  if (event) return event;
  throw new UnreadableNotification(`${word} is no event of a dispute`);
}

interface Defence {
  readonly isDefendable: boolean;
  readonly isAutoDefended: boolean;
}

/** The status of a dispute after an event. */
export function statusAfter(event: DisputeProcessorEvent, defence: Defence): DisputeState {
  switch (event) {
    case 'CHARGEBACK':
      if (defence.isAutoDefended) return 'PROCESSING';
      return defence.isDefendable ? 'ACTION_REQUIRED' : 'UNDEFENDED';
    case 'SECOND_CHARGEBACK':
      return 'ACTION_REQUIRED';
    case 'EVIDENCE_RECEIVED':
      return 'PROCESSING';
    case 'ACCEPTED':
    case 'WON':
    case 'LOST':
      return event;
  }
}
