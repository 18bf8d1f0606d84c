import type { Evidence } from '../evidence/evidence.js';
import { checkAtProcessor } from './at-processor.rule.js';
import { checkBills } from './bills.rule.js';
import { checkCalls } from './calls.rule.js';
import { checkCharges } from './charges.rule.js';
import { checkDirectDebits } from './direct-debits.rule.js';
import { checkDisputes } from './disputes.rule.js';
import { checkEvents } from './events.rule.js';
import { checkHistories } from './histories.rule.js';
import { checkIncoming } from './incoming.rule.js';
import { checkLedger } from './ledger.rule.js';
import { checkLinking } from './linking.rule.js';
import { checkMandateLimits } from './mandate-limits.rule.js';
import { checkMandates } from './mandates.rule.js';
import { checkPayouts } from './payouts.rule.js';
import { checkStripe } from './stripe.rule.js';
import { Findings, type Violation } from './violation.js';
import { checkWebhooks } from './webhooks.rule.js';

const RULES: readonly ((evidence: Evidence) => Violation[])[] = [
  checkRest,
  checkCalls,
  checkHistories,
  checkEvents,
  checkWebhooks,
  checkCharges,
  checkMandates,
  checkDirectDebits,
  checkMandateLimits,
  checkPayouts,
  checkIncoming,
  checkBills,
  checkLedger,
  checkStripe,
  checkAtProcessor,
  checkDisputes,
  checkLinking,
];

/** All that contradicts the promises, by promise. Pure: the same evidence gives the same verdict. */
export function check(evidence: Evidence): Violation[] {
  return RULES.flatMap((rule) => rule(evidence)).toSorted((a, b) => a.promise - b.promise);
}

/** The death of one process must neither end another nor leave work undone. */
function checkRest({ unfinished, ended }: Evidence): Violation[] {
  const findings = new Findings();
  for (const details of ended) findings.add('PROCESS_ENDED', { subject: 'a process', details });
  for (const details of unfinished) findings.add('UNFINISHED', { subject: 'the system', details });
  return findings.list;
}
