import { IDEMPOTENCY_CHECKS, type IdempotentOperation } from './idempotency-checks.js';
import { describeChecks } from './suite-check.js';

/** The behaviour of every operation with an idempotency key: one effect, one answer. */
export function describeIdempotency(name: string, subject: () => IdempotentOperation): void {
  describeChecks(`idempotency of ${name}`, { checks: IDEMPOTENCY_CHECKS, subject });
}
