import { ENTRY_RULES } from './entry-rules.fixture.js';
import { monitoring } from './monitoring-rule.fixture.js';
import { network } from './network-rule.fixture.js';
import { POD_RULES, type Rule } from './pod-rules.fixture.js';
import { references } from './reference-rule.fixture.js';
import type { Resource } from './resources.fixture.js';
import { schemaFaults } from './schemas.fixture.js';
import { selectorFaults } from './selectors.fixture.js';
import { SERVER_RULES } from './server-rules.fixture.js';
import { kafka, secretNames, SYSTEM_RULES } from './system-rules.fixture.js';

const SECRETS = [...secretNames(), 'kafka-user-autoscaler', 'kafka-cluster-ca-cert'];

/** Rules that hold for every rendering. */
export const RULES = {
  schemas: schemaFaults,
  ...POD_RULES,
  ...SYSTEM_RULES,
  ...ENTRY_RULES,
  ...SERVER_RULES,
  monitoring,
  references: references(SECRETS),
  selectors: selectorFaults,
} satisfies Record<string, Rule>;

/** Rules for a rendering with its servers and policies. */
export const WHOLE_RULES = { ...RULES, kafka, network } satisfies Record<string, Rule>;

export type RuleName = keyof typeof WHOLE_RULES;

export interface Finding {
  readonly rule: RuleName;
  readonly fault: string;
}

/** All that is wrong with a whole rendering. */
export function findings(resources: readonly Resource[]): Finding[] {
  return (Object.entries(WHOLE_RULES) as [RuleName, Rule][]).flatMap(([rule, faultsOf]) =>
    faultsOf(resources).map((fault) => ({ rule, fault })),
  );
}
