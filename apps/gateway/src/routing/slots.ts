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
  private readonly mostWaiting: number;

  /** Number of places, and length of the queue for them. */
  constructor({ places, mostWaiting }: { readonly places: number; readonly mostWaiting: number }) {
    this.free = places;
    this.mostWaiting = mostWaiting;
  }

  /** Whether the next one would be turned away. */
  get isFull(): boolean {
    return this.free === 0 && this.queue.size >= this.mostWaiting;
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
