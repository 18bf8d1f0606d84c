import type { StateMove } from '@towpath/kernel';
import type { Metrics } from '@towpath/observability';

/** Counts committed moves of state machines: where links, payments and the rest get to, or stay. */
export function moveMetrics(metrics: Metrics): (moves: readonly StateMove[]) => void {
  const counter = metrics.counter({
    name: 'state_machine_moves_total',
    help: 'Committed moves, by state machine, previous status ("none" at creation) and new status.',
    labels: ['machine', 'from', 'to'],
  });
  return (moves) => {
    for (const { machine, from, to } of moves) counter.inc({ machine, from: from ?? 'none', to });
  };
}
