import { DomainError, type StateMachine } from '@towpath/kernel';

export type AnyStateMachine = StateMachine<string, string, string>;

/** Faults of the table as a whole, one sentence each; empty if it is sound. */
export function tableFaults(machine: AnyStateMachine, statuses = machine.states): string[] {
  const { edges, readOnlyStates = [] } = machine;
  const nodes = [...edges.flatMap(({ from, to }) => (from ? [from, to] : [to])), ...readOnlyStates];
  return [
    ...missing(statuses, nodes).map((state) => `status ${state} is no node of the table`),
    ...missing(nodes, statuses).map((state) => `node ${state} is no status`),
    ...missing(
      machine.commands,
      edges.map(({ command }) => command),
    ).map((command) => `command ${command} has no edge`),
    ...eventFaults(machine),
  ];
}

/**
 * A consumer may conclude the status from the event, and a correction never passes for a decision.
 * Only a creation may lead to several statuses (a thing begins where its maker puts it), and what
 * changes no status at all.
 */
function eventFaults({ edges }: AnyStateMachine): string[] {
  const faults = new Set<string>();
  for (const edge of edges) {
    for (const other of edges) {
      if (edge.event === null || edge.event !== other.event) continue;
      if (Boolean(edge.correction) !== Boolean(other.correction)) {
        faults.add(`${edge.event} is the event of a decision and of a correction`);
      } else if (isMove(edge) && isMove(other) && edge.to !== other.to) {
        faults.add(`${edge.event} leads to ${[edge.to, other.to].sort().join(' and to ')}`);
      }
    }
  }
  return [...faults];
}

function isMove({ from, to, correction }: AnyStateMachine['edges'][number]): boolean {
  return from !== null && from !== to && !correction;
}

/** Differences between the machine and its table for one state; null is "not yet created". */
export function moveFaults(machine: AnyStateMachine, from: string | null): string[] {
  return machine.commands.flatMap((command) => {
    const edge = machine.edges.find((each) => each.from === from && each.command === command);
    const outcome = attempt(machine, { from, command });
    const expected = edge ? `moves to ${edge.to}` : `refuses with ${machine.refusal}`;
    const can = machine.can(from, command);
    return [
      ...(outcome === expected ? [] : [`${command}: ${outcome}, the table: ${expected}`]),
      ...(can === Boolean(edge) ? [] : [`can(${command}) is ${can}`]),
    ];
  });
}

function attempt(
  machine: AnyStateMachine,
  { from, command }: { readonly from: string | null; readonly command: string },
): string {
  try {
    return `moves to ${machine.move(from, command).to}`;
  } catch (error) {
    if (error instanceof DomainError) return `refuses with ${error.code}`;
    return `throws ${String(error)}`;
  }
}

function missing(wanted: readonly string[], present: readonly string[]): string[] {
  return [...new Set(wanted)].filter((each) => !present.includes(each));
}
