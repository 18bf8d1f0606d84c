import type { WebhookEndpointId } from '@towpath/kernel';
import type { EndpointRound } from './delivery-claims.service.js';
import type { DueEndpoint } from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import type { ClaimedDelivery } from '../sending/delivery.js';
import { WindowSize } from './request-limits.js';

/** An endpoint that may have something to send. */
export interface Contender {
  readonly endpointId: string;
  readonly customerAppId: string;
  /** Share of the customer app against the others. */
  readonly weight: number;
  /** Most that it may be given now. */
  readonly room: number;
}

/**
 * Distributes `slots` in turns: to customer apps by weight, within an app to endpoints equally, to
 * none beyond its room. Unused slots go to others. The order of the contenders decides who is
 * first, so a caller that rotates it favours none.
 */
export function fairShares(
  contenders: readonly Contender[],
  slots: number,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const apps = queuesByApp(contenders);
  let left = slots;
  while (left > 0 && apps.length > 0) {
    for (const app of apps) {
      for (let turn = 0; turn < app.weight && left > 0 && app.queue.length > 0; turn += 1) {
        const next = app.queue.shift();
        if (!next) break;
        shares.set(next.endpointId, (shares.get(next.endpointId) ?? 0) + 1);
        left -= 1;
        if (next.room > 1) app.queue.push({ ...next, room: next.room - 1 });
      }
    }
    removeEmpty(apps);
  }
  return shares;
}

interface AppQueue {
  readonly weight: number;
  readonly queue: { readonly endpointId: string; readonly room: number }[];
}

function queuesByApp(contenders: readonly Contender[]): AppQueue[] {
  const apps = new Map<string, AppQueue>();
  for (const { customerAppId, weight, endpointId, room } of contenders) {
    if (room < 1) continue;
    const app = apps.get(customerAppId) ?? { weight, queue: [] };
    apps.set(customerAppId, app);
    app.queue.push({ endpointId, room });
  }
  return [...apps.values()];
}

function removeEmpty(apps: AppQueue[]): void {
  for (let index = apps.length - 1; index >= 0; index -= 1) {
    if (apps[index]?.queue.length === 0) apps.splice(index, 1);
  }
}

interface Lane {
  readonly due: DueEndpoint;
  readonly window: WindowSize;
  inFlight: number;
  /** Something may be due. */
  ready: boolean;
  /** A notification arrived since the last round. */
  rung: boolean;
  /** Due deliveries may have to wait for running ones. */
  left: boolean;
  /** ms of the process clock before which nothing may be claimed. */
  notBefore: number;
}

/** Classes of endpoints: those that answered promptly last time, and the others. */
export type Pool = 'prompt' | 'slow';

/** Proof that a slot was taken; hand it back when the delivery is recorded. */
interface Slot {
  readonly endpointId: WebhookEndpointId;
  readonly pool: Pool;
}

/** Live apps have priority if capacity is scarce. */
const WEIGHTS = { LIVE: 4, TEST: 1 } as const;
/** Part of all slots that endpoints share which did not answer promptly last time, or never yet. */
const SLOW_PART = 0.25;
const LARGEST_ROUND = 256;
const MAX_CACHED = 50_000;

/**
 * Decides which endpoints may send next. Each endpoint has its own window, and slow endpoints share
 * a part of the slots. Any number of slow endpoints leaves slots for prompt ones.
 */
export class Lanes {
  private readonly lanes = new Map<WebhookEndpointId, Lane>();
  private readonly used: Record<Pool, number> = { prompt: 0, slow: 0 };
  private readonly limits: Readonly<Record<Pool, number>>;

  constructor(maxInFlight: number) {
    const slow = Math.max(1, Math.floor(maxInFlight * SLOW_PART));
    this.limits = { slow, prompt: Math.max(1, maxInFlight - slow) };
  }

  get inFlight(): number {
    return this.used.prompt + this.used.slow;
  }

  ready(endpoints: readonly DueEndpoint[]): void {
    for (const due of endpoints) {
      const lane = this.lanes.get(due.endpointId);
      if (lane) lane.ready = lane.rung = true;
      else this.lanes.set(due.endpointId, newLane(due));
    }
  }

  /** Most claims of each endpoint in this round; empty if there is no capacity. */
  shares(now: number): ReadonlyMap<WebhookEndpointId, number> {
    const open = [...this.lanes.values()].filter((lane) => isOpen(lane, now));
    const shares = new Map<WebhookEndpointId, number>();
    for (const pool of ['prompt', 'slow'] as const) {
      const contenders = open
        .filter((lane) => poolOf(lane) === pool)
        .map((lane) => ({ ...lane.due, weight: WEIGHTS[lane.due.appType], room: roomOf(lane) }));
      const slots = Math.min(LARGEST_ROUND, this.limits[pool] - this.used[pool]);
      for (const [endpointId, share] of fairShares(contenders, slots)) {
        shares.set(endpointId as WebhookEndpointId, share);
        const lane = this.lanes.get(endpointId as WebhookEndpointId);
        if (lane) lane.rung = false;
      }
    }
    return shares;
  }

  /** Takes note of a round over these endpoints. One that is not in its result was locked or closed. */
  claimed(
    asked: Iterable<WebhookEndpointId>,
    rounds: ReadonlyMap<WebhookEndpointId, EndpointRound>,
    now: number,
  ): void {
    for (const endpointId of asked) {
      const lane = this.lanes.get(endpointId);
      if (!lane) continue;
      const round = rounds.get(endpointId);
      // Who rang while the claim was under way may have been too late for it.
      lane.ready = lane.rung || (round !== undefined && !round.drained);
      lane.left = round?.left ?? true;
      if (round && round.waitMs > 0) lane.notBefore = now + round.waitMs;
      // The next round begins with somebody else.
      this.lanes.delete(endpointId);
      this.lanes.set(endpointId, lane);
    }
    this.forgetIdle();
  }

  take({ endpointId }: ClaimedDelivery): Slot {
    const lane = this.lanes.get(endpointId);
    const pool = lane ? poolOf(lane) : 'slow';
    if (lane) lane.inFlight += 1;
    this.used[pool] += 1;
    return { endpointId, pool };
  }

  answered(slot: Slot, answer: { readonly succeeded: boolean; readonly durationMs: number }): void {
    this.lanes.get(slot.endpointId)?.window.answered(answer);
  }

  /** Deliveries that waited for this one, or for its slot, may be claimed now. */
  release({ endpointId, pool }: Slot): void {
    this.used[pool] -= 1;
    const lane = this.lanes.get(endpointId);
    if (!lane) return;
    lane.inFlight -= 1;
    lane.ready ||= lane.left;
  }

  /** ms until an endpoint with a rate limit may go on; undefined when none waits. */
  nextWait(now: number): number | undefined {
    const waits = [...this.lanes.values()]
      .filter((lane) => lane.ready && lane.notBefore > now)
      .map((lane) => lane.notBefore - now);
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }

  private forgetIdle(): void {
    if (this.lanes.size <= MAX_CACHED) return;
    for (const [endpointId, lane] of this.lanes) {
      if (!lane.ready && lane.inFlight === 0) this.lanes.delete(endpointId);
    }
  }
}

function newLane(due: DueEndpoint): Lane {
  const window = new WindowSize();
  return { due, window, inFlight: 0, ready: true, rung: true, left: true, notBefore: 0 };
}

function isOpen(lane: Lane, now: number): boolean {
  return lane.ready && lane.notBefore <= now && roomOf(lane) > 0;
}

function roomOf({ window, inFlight }: Lane): number {
  return window.limit - inFlight;
}

function poolOf({ window }: Lane): Pool {
  return window.isSlow ? 'slow' : 'prompt';
}
