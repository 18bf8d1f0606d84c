import { requestContext } from '@towpath/observability';

/** Header with the time in ms that the caller is still willing to wait. */
export const DEADLINE_HEADER = 'x-request-deadline-ms';

export const DEFAULT_BUDGET_MS = 10_000;
const MAX_BUDGET_MS = 60_000;

/** The budget of a request in ms: the header's value, else the route's own, within bounds. */
export function budgetOf(
  header: string | readonly string[] | undefined,
  ofRoute = DEFAULT_BUDGET_MS,
): number {
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) return ofRoute;
  return Math.min(Number(header), MAX_BUDGET_MS);
}

/** Remaining time of the running request in ms, at most `limitMs`; never negative. */
export function remainingBudget(limitMs = DEFAULT_BUDGET_MS): number {
  const deadlineAt = requestContext.current()?.deadlineAt;
  if (deadlineAt === undefined) return limitMs;
  return Math.max(0, Math.min(limitMs, Math.floor(deadlineAt - Date.now())));
}
