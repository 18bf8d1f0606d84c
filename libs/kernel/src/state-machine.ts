import type { ErrorCode } from './error-codes.js';
import { DomainError } from './errors.js';

/** One line per edge. `event` is the wire name of the event it publishes; null for none. */
export interface Edge<State extends string, Command extends string, Event extends string> {
  readonly from: State | null;
  readonly command: Command;
  readonly to: State;
  readonly event: Event | null;
  /** Why the edge exists or what must hold, in one sentence: shown in the generated diagram. */
  readonly when: string;
  /** A status forced to match a bank or gateway, not a decision of ours. */
  readonly correction?: boolean;
}

/** An edge as a definition has it: one line for all states that a command leaves in the same way. */
interface EdgeLine<S extends string, C extends string, E extends string> extends Omit<
  Edge<S, C, E>,
  'from' | 'event'
> {
  readonly from: S | null | readonly (S | null)[];
  readonly event?: E | null;
}

export interface StateMachineDefinition<S extends string, C extends string, E extends string> {
  readonly name: string;
  readonly states: readonly S[];
  /** Absent: those of the edges. */
  readonly commands?: readonly C[];
  readonly refusal: ErrorCode;
  readonly edges: readonly EdgeLine<NoInfer<S>, C, E>[];
  /** States that exist only so that a reader can map a foreign value; no edge may enter them. */
  readonly readOnlyStates?: readonly S[];
}

export interface StateMachine<
  S extends string,
  C extends string,
  E extends string,
> extends StateMachineDefinition<S, C, E> {
  readonly commands: readonly C[];
  readonly edges: readonly Edge<S, C, E>[];
  /** The edge that `command` takes from `from`; throws the machine's refusal when there is none. */
  move(from: S | null, command: C): Edge<S, C, E>;
  can(from: S | null, command: C): boolean;
  isTerminal(state: S): boolean;
}

type AnyMachine = StateMachine<string, string, string>;

/** The states of `typeof machine`, its commands, and the wire names of its events. */
export type StateOf<M extends AnyMachine> = M['states'][number];
export type CommandOf<M extends AnyMachine> = M['commands'][number];
export type EventOf<M extends AnyMachine> = NonNullable<M['edges'][number]['event']>;

/** One row of a table of edges; an edge from each status that it lists. */
type EdgeRow<S extends string, C extends string> = readonly [
  from: S | null | readonly S[],
  command: C,
  to: S,
  when: string,
];

/** The edges of a table; `events` has the event of each command. */
export function edgesOf<S extends string, C extends string, E extends string>(
  events: Readonly<Record<C, E | null>>,
  rows: readonly EdgeRow<S, NoInfer<C>>[],
): Edge<S, C, E>[] {
  return rows.flatMap(([from, command, to, when]) => {
    const starts: readonly (S | null)[] = typeof from === 'object' && from ? from : [from];
    return starts.map((each) => ({ from: each, command, to, event: events[command], when }));
  });
}

/** Checks the table once, at load: every state reachable, one edge per (state, command). */
export function defineStateMachine<S extends string, C extends string, E extends string = never>(
  definition: StateMachineDefinition<S, C, E>,
): StateMachine<S, C, E> {
  const { name, states, readOnlyStates = [] } = definition;
  const edges = definition.edges.flatMap(eachFrom);
  const table = new Map<string, Edge<S, C, E>>();
  for (const edge of edges) {
    const key = keyOf(edge.from, edge.command);
    if (table.has(key)) throw new Error(`${name}: two edges for ${key}`);
    if (readOnlyStates.includes(edge.to)) throw new Error(`${name}: ${edge.to} is never written`);
    table.set(key, edge);
  }
  const entered = new Set(edges.map((edge) => edge.to));
  for (const state of states) {
    if (!entered.has(state) && !readOnlyStates.includes(state)) {
      throw new Error(`${name}: no edge enters ${state}`);
    }
  }
  return {
    commands: [...new Set(edges.map(({ command }) => command))],
    ...definition,
    edges,
    move(from, command) {
      const edge = table.get(keyOf(from, command));
      if (edge) return edge;
      throw new DomainError(
        definition.refusal,
        `The ${name} is ${from ?? 'not yet created'}, which does not allow ${command}.`,
        { from, command },
      );
    },
    can: (from, command) => table.has(keyOf(from, command)),
    isTerminal: (state) => !edges.some((edge) => edge.from === state),
  };
}

function eachFrom<S extends string, C extends string, E extends string>(
  line: EdgeLine<S, C, E>,
): Edge<S, C, E>[] {
  const from = typeof line.from === 'object' && line.from !== null ? line.from : [line.from];
  return from.map((each) => ({ ...line, from: each, event: line.event ?? null }));
}

function keyOf(from: string | null, command: string): string {
  return `${from ?? '(none)'} ${command}`;
}
