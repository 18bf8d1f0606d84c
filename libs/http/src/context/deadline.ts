import { requestContext } from '@towpath/observability';

/** Header with the time in ms that the caller is still willing to wait. */
export const DEADLINE_HEADER = 'x-request-deadline-ms';

export const DEFAULT_BUDGET_MS = 10_000;
const MAX_BUDGET_MS = 60_000;

/** The budget that a request brings, in ms: the header's value within bounds, else the default. */
export function budgetOf(header: string | readonly string[] | undefined): number {
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) return DEFAULT_BUDGET_MS;
  return Math.min(Number(header), MAX_BUDGET_MS);
}

/** What is left of the running request's budget in ms, at most `limitMs`; never negative. */
export function remainingBudget(limitMs = DEFAULT_BUDGET_MS): number {
  const deadlineAt = requestContext.current()?.deadlineAt;
  if (deadlineAt === undefined) return limitMs;
  return Math.max(0, Math.min(limitMs, Math.floor(deadlineAt - Date.now())));
}
