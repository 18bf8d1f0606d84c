import { RETENTION_CHECKS, type RetentionSubject } from './retention-checks.js';
import { describeChecks } from './suite-check.js';

/** Rows leave a service's database by its retention table, and by nothing else. */
export function describeRetention(service: string, subject: () => RetentionSubject): void {
  describeChecks(`the retention of ${service}`, { checks: RETENTION_CHECKS, subject });
}
