import { typedAmount, type AmountWriting } from './typed-amount.js';

/** Amounts in minor units of the currency. */
export interface OwnMostBounds extends AmountWriting {
  /** The most that the mandate allows per payment; null for any amount. */
  readonly agreed: number | null;
  /** Amount that is collected at once after the set-up; null for none. */
  readonly due: number | null;
}

export type OwnMostFault = 'unreadable' | 'above_agreed' | 'below_due';

interface OwnMost {
  /** In minor units; null for no limit, and for an invalid one. */
  readonly minor: number | null;
  readonly fault: OwnMostFault | null;
}

/** The payer's own limit for one payment, from the input; empty input is no limit. */
export function ownMostIn(typed: string, { agreed, due, ...writing }: OwnMostBounds): OwnMost {
  if (typed.trim() === '') return { minor: null, fault: null };
  const minor = typedAmount(typed, writing);
  if (minor === null) return { minor, fault: 'unreadable' };
  if (agreed !== null && minor > agreed) return { minor: null, fault: 'above_agreed' };
  if (due !== null && minor < due) return { minor: null, fault: 'below_due' };
  return { minor, fault: null };
}
