import { Lifecycle, type StateChange } from './lifecycle.js';
import type { CommandOf, EventOf, StateMachine, StateOf } from './state-machine.js';

interface Stored {
  readonly status: string;
  readonly sequence: number;
  readonly updatedAt: Date;
}

/** An aggregate before its first move, which gives it a status. */
export type BeforeFirstMove<T extends Stored> = Omit<T, 'status' | 'sequence'>;

/** A row whose status changes only along the edges of its machine. `T` is its snapshot. */
export abstract class Aggregate<T extends Stored, M extends StateMachine<string, string, string>> {
  protected values: BeforeFirstMove<T>;
  private readonly lifecycle: Lifecycle<StateOf<M>, CommandOf<M>, EventOf<M>>;

  protected constructor(machine: M, stored: T | BeforeFirstMove<T>) {
    const { status = null, sequence = 0, ...values } = stored as Partial<Stored>;
    this.values = values as BeforeFirstMove<T>;
    this.lifecycle = new Lifecycle(machine as never, { status, sequence });
  }

  get snapshot(): T {
    const { status, sequence } = this.lifecycle;
    return { ...this.values, status, sequence } as unknown as T;
  }

  /** The moves of this transaction, for history and events. */
  get changes(): readonly StateChange<StateOf<M>, CommandOf<M>, EventOf<M>>[] {
    return this.lifecycle.changes;
  }

  /** Whether it was stored, or has moved since. */
  get hasBegun(): boolean {
    return this.lifecycle.sequence > 0;
  }

  get status(): StateOf<M> {
    return this.lifecycle.status;
  }

  protected can(command: CommandOf<M>): boolean {
    return this.lifecycle.can(command);
  }

  /** Throws the refusal of the machine if the status does not allow the command. */
  protected move(command: CommandOf<M>, at: Date, reason: string | null = null): void {
    this.lifecycle.move(command, at, reason);
    this.values = { ...this.values, updatedAt: at };
  }

  protected set(values: Partial<BeforeFirstMove<T>>): void {
    this.values = { ...this.values, ...values };
  }
}
