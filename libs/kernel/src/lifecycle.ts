import type { StateMachine } from './state-machine.js';

/** A move as the metrics count it; `from` is null at creation. */
export interface StateMove {
  /** The name of the state machine. */
  readonly machine: string;
  readonly from: string | null;
  readonly to: string;
}

/** One move that happened. It becomes a history row and, when `event` is set, a published event. */
export interface StateChange<
  S extends string = string,
  C extends string = string,
  E extends string = string,
> extends StateMove {
  readonly from: S | null;
  readonly command: C;
  readonly to: S;
  readonly event: E | null;
  /** Position among the moves of this aggregate, from 1, without gaps. */
  readonly sequence: number;
  readonly occurredAt: Date;
  /** Who or what requested the transition, in a few words; null if the command suffices. */
  readonly reason: string | null;
}

/** The present state of an aggregate, as its row stores it. */
export interface LifecyclePosition<S extends string> {
  readonly status: S | null;
  readonly sequence: number;
}

/**
 * The only way in which an aggregate changes its status. It follows the edges of one machine and
 * collects the transitions of this transaction. A repository then writes history and events with
 * the row.
 */
export class Lifecycle<S extends string, C extends string, E extends string> {
  private readonly moves: StateChange<S, C, E>[] = [];
  private position: LifecyclePosition<S>;

  /** @param position null for an aggregate that is being created */
  constructor(
    private readonly machine: StateMachine<S, C, E>,
    position: LifecyclePosition<S> | null,
  ) {
    // One counter serves history and events: that is only true while no move is silent.
    const published = machine.edges.filter((edge) => edge.event !== null).length;
    if (published !== 0 && published !== machine.edges.length) {
      throw new Error(`${machine.name}: publish every edge or none, else sequences have gaps`);
    }
    this.position = position ?? { status: null, sequence: 0 };
  }

  /** Throws while nothing has created the aggregate yet. */
  get status(): S {
    const { status } = this.position;
    if (status === null) throw new Error(`${this.machine.name} has no status yet`);
    return status;
  }

  get sequence(): number {
    return this.position.sequence;
  }

  /** The moves made since the aggregate was loaded, oldest first. */
  get changes(): readonly StateChange<S, C, E>[] {
    return this.moves;
  }

  can(command: C): boolean {
    return this.machine.can(this.position.status, command);
  }

  /** Takes the edge, or throws the machine's refusal. */
  move(command: C, occurredAt: Date, reason: string | null = null): StateChange<S, C, E> {
    const edge = this.machine.move(this.position.status, command);
    const sequence = this.position.sequence + 1;
    const { from, to, event } = edge;
    const machine = this.machine.name;
    const change = { machine, from, command, to, event, sequence, occurredAt, reason };
    this.position = { status: to, sequence };
    this.moves.push(change);
    return change;
  }
}
