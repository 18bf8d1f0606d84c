import { SCHEMA_CHECKS, type SchemaSubject } from './schema-checks.js';
import { describeChecks } from './suite-check.js';

/** The migrations of a service lead to the schema of its entities, which keeps customer apps apart. */
export function describeSchema(subject: SchemaSubject): void {
  describeChecks(`the schema of ${subject.service}`, {
    checks: SCHEMA_CHECKS,
    subject: () => subject,
  });
}
