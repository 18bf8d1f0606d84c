import { Injectable } from '@nestjs/common';
import { newId, plusMs, type Id, type WebhookEndpointId } from '@towpath/kernel';
import { Transactions, type WorkerTx } from '@towpath/persistence';
import { RealTime } from '../../time/real-time.js';
import type { ClaimedDelivery, ClaimId } from '../sending/delivery.js';
import { isCircuitOpen } from './domain/endpoint-health.js';
import { grantRate } from './domain/request-rate.js';
import { LARGEST_WINDOW } from './domain/window-size.js';
import { DeliveryClaims } from './persistence/delivery-claims.js';
import type { Claimed, ClaimGrant, EndpointStanding } from './ports.js';

/** In ms. A request ends after 10 s; the rest is for recording its outcome on a busy database. */
export const LEASE_MS = 20_000;

/** The result of a round at one endpoint. */
export interface EndpointRound {
  readonly claimed: number;
  /** All possible claims are made, or the endpoint must not receive requests at present. */
  readonly drained: boolean;
  /** More may be due, which can be claimed when a running delivery ends. */
  readonly left: boolean;
  /** Time in ms until its rate limit allows more. */
  readonly waitMs: number;
}

export interface ClaimRound {
  readonly deliveries: readonly ClaimedDelivery[];
  readonly endpoints: ReadonlyMap<WebhookEndpointId, EndpointRound>;
}

const NOTHING: Claimed = { deliveries: [], left: new Set() };

interface Permit {
  readonly endpoint: EndpointStanding;
  readonly quota: number;
  readonly usedUntil: Date | null;
  readonly waitMs: number;
}

/** Takes deliveries for sending, in a transaction of its own: none is open while they are sent. */
@Injectable()
export class ClaimDeliveries {
  constructor(
    private readonly transactions: Transactions,
    private readonly claims: DeliveryClaims,
    private readonly time: RealTime,
  ) {}

  /** @param shares the most to claim, by endpoint */
  execute(shares: ReadonlyMap<WebhookEndpointId, number>): Promise<ClaimRound> {
    return this.transactions.asWorker((tx) => this.round(tx, shares), { byKey: true });
  }

  private async round(
    tx: WorkerTx,
    shares: ReadonlyMap<WebhookEndpointId, number>,
  ): Promise<ClaimRound> {
    await tx.begun;
    const at = this.time.of(tx);
    const standings = await this.claims.standings(tx, [...shares.keys()], at);
    const permits = standings.map((endpoint) =>
      permitOf(endpoint, at, shares.get(endpoint.endpointId) ?? 0),
    );
    const grants = permits.filter(({ quota }) => quota > 0);
    const claimed = grants.length === 0 ? NOTHING : await this.claimed(tx, { at, grants });
    for (const { endpoint, usedUntil } of grants) {
      if (endpoint.limitPerSecond === null || !usedUntil) continue;
      await this.claims.setRateUsed(tx, endpoint, usedUntil);
    }
    return { deliveries: claimed.deliveries, endpoints: roundsOf(permits, claimed) };
  }

  private claimed(
    tx: WorkerTx,
    { at, grants }: { readonly at: Date; readonly grants: readonly ClaimGrant[] },
  ): Promise<Claimed> {
    const claim = newId<Id<'Claim'>>(at) as string as ClaimId;
    return this.claims.claim(tx, grants, { claim, at, leaseUntil: plusMs(at, LEASE_MS) });
  }
}

function permitOf(endpoint: EndpointStanding, at: Date, share: number): Permit {
  const { health, inFlight, limitPerSecond, rateUsedUntil } = endpoint;
  if (health.pausedUntil && health.pausedUntil > at) {
    return { endpoint, quota: 0, usedUntil: null, waitMs: 0 };
  }
  const window = isCircuitOpen(health) ? 1 : LARGEST_WINDOW;
  const room = Math.max(0, Math.min(share, window - inFlight));
  const rate = grantRate({ limitPerSecond, usedUntil: rateUsedUntil }, at, room);
  return { endpoint, quota: rate.granted, usedUntil: rate.usedUntil, waitMs: rate.waitMs };
}

function roundsOf(
  permits: readonly Permit[],
  { deliveries, left: leftAt }: Claimed,
): Map<WebhookEndpointId, EndpointRound> {
  const counts = new Map<WebhookEndpointId, number>();
  for (const { endpointId } of deliveries) {
    counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  }
  return new Map(
    permits.map(({ endpoint: { endpointId }, quota, waitMs }) => {
      const claimed = counts.get(endpointId) ?? 0;
      // Of those that might claim nothing in this round it is not known.
      const left = quota === 0 || leftAt.has(endpointId);
      const drained = !left || claimed < quota || (quota === 0 && waitMs === 0);
      return [endpointId, { claimed, drained, left, waitMs }];
    }),
  );
}
