import type { RuleName } from './check.fixture.js';

/** A fault planted into the rendered production, as a change of one of them. */
export interface Plant {
  readonly rule: RuleName;
  readonly fault: string;
  readonly in: string;
  readonly from: RegExp | string;
  readonly to: string;
}

export const planted = (
  rule: RuleName,
  fault: string,
  change: [where: string, from: RegExp | string, to: string],
): Plant => ({ rule, fault, in: change[0], from: change[1], to: change[2] });

export const MANDATE = 'Deployment mandate';
