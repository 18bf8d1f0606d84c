import type { Operation } from '@towpath/contracts';
import { whenCallerLeaves } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';

/** A place among a limited number. */
export interface Waiting {
  /** Resolves when it is this one's turn. */
  readonly ready: Promise<void>;
  /** Frees the place, or leaves the queue. */
  leave(): void;
}

/** Limits concurrency; others wait in order. `take` is null if the queue is full. */
export class Slots {
  private readonly queue = new Set<() => void>();

  private free: number;
  private readonly waitingLimit: number;

  /** Number of places, and length of the queue for them. */
  constructor({
    places,
    waitingLimit,
  }: {
    readonly places: number;
    readonly waitingLimit: number;
  }) {
    this.free = places;
    this.waitingLimit = waitingLimit;
  }

  /** Whether the next one would be turned away. */
  get isFull(): boolean {
    return this.free === 0 && this.queue.size >= this.waitingLimit;
  }

  take(): Waiting | null {
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    if (this.free > 0) {
      this.free -= 1;
      resolve();
    } else if (this.isFull) {
      return null;
    } else {
      this.queue.add(resolve);
    }
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      if (!this.queue.delete(resolve)) this.next();
    };
    return { ready, leave };
  }

  private next(): void {
    const [next] = this.queue;
    if (!next) {
      this.free += 1;
      return;
    }
    this.queue.delete(next);
    next();
  }
}

/** Requests that wait for each place: so many that a short burst is taken, few enough to be fast. */
const WAITING_PER_PLACE = 8;
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the concurrent requests of one operation, so that a flood does not block other callers.
 * Some requests wait; the others are refused.
 */
export class OperationPlaces {
  private readonly byOperation = new Map<string, Slots>();

  /** Throws `RATE_LIMITED` when too many wait: the body need not be taken in. */
  assertRoom(operation: Operation): void {
    if (this.slotsOf(operation)?.isFull) throw tooMany();
  }

  /**
   * Resolves when it is the turn of a request whose body is there; its place is free again with its
   * answer. Throws `RATE_LIMITED` when too many wait.
   */
  async take(operation: Operation, request: FastifyRequest): Promise<void> {
    const slots = this.slotsOf(operation);
    if (!slots) return;
    const place = slots.take();
    if (!place) throw tooMany();
    request.response?.once('finish', place.leave);
    whenCallerLeaves(request, place.leave);
    await place.ready;
  }

  private slotsOf({ id, maxAtOnce: places }: Operation): Slots | undefined {
    if (places === undefined) return undefined;
    const known = this.byOperation.get(id);
    if (known) return known;
    const slots = new Slots({ places, waitingLimit: places * WAITING_PER_PLACE });
    this.byOperation.set(id, slots);
    return slots;
  }
}

function tooMany(): DomainError {
  return new DomainError('RATE_LIMITED', 'Too many requests of this operation are in progress.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
