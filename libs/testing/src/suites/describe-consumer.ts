import { CONSUMER_CHECKS, type ConsumerSubject } from './consumer-checks.js';
import { describeChecks } from './suite-check.js';

/** The behaviour of every consumer of events: each once, in order, and nothing lost. */
export function describeConsumer(name: string, subject: () => ConsumerSubject): void {
  describeChecks(`consumer ${name}`, { checks: CONSUMER_CHECKS, subject });
}
