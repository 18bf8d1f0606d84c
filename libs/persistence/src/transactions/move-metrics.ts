import type { StateMove } from '@towpath/kernel';
import type { Metrics } from '@towpath/observability';

/** Counts committed transitions of state machines. */
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
