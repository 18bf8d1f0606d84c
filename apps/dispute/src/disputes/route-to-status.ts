import { disputeMachine, type DisputeCommand, type DisputeState } from './dispute.transitions.js';

/** Decisions of the processor that may lack a notification; reminders are only ours. */
const HAPPENS_UNSEEN: readonly DisputeCommand[] = ['defend', 'accept', 'lapse', 'lose', 'win'];

/**
 * The shortest list of commands from one status to another within a round: what must have happened
 * although its notification is late or missing. If the table has no such path, the one command that
 * corrects the status.
 */
function routeToStatus(from: DisputeState, to: DisputeState): readonly DisputeCommand[] {
  const known = new Map<DisputeState, readonly DisputeCommand[]>([[from, []]]);
  for (const [state, route] of known) {
    if (state === to) return route;
    for (const { command, to: next } of naturalEdgesFrom(state)) {
      if (!known.has(next)) known.set(next, [...route, command]);
    }
  }
  const correction = disputeMachine.edges.find(
    (edge) => edge.correction === true && edge.from === from && edge.to === to,
  );
  if (!correction) throw new Error(`no way leads from ${from} to ${to}`);
  return [correction.command];
}

/** The path to a status of a later round; each round after the first starts after a win. */
export function routeToLaterRound(
  from: DisputeState,
  { to, rounds }: { readonly to: DisputeState; readonly rounds: number },
): readonly DisputeCommand[] {
  if (rounds === 0) return routeToStatus(from, to);
  const reopened: readonly DisputeCommand[] = [...routeToStatus(from, 'WON'), 'reopen'];
  return [...reopened, ...routeToLaterRound('ACTION_REQUIRED', { to, rounds: rounds - 1 })];
}

function naturalEdgesFrom(state: DisputeState) {
  return disputeMachine.edges.filter(
    ({ from, command }) => from === state && HAPPENS_UNSEEN.includes(command),
  );
}
