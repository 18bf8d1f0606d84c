import type { HostedView } from '../api/hosted-view.js';
import type { Screen } from './screen-of.js';

/** Screens on which the price includes the surcharge of the chosen method. */
const CHOSEN: ReadonlySet<Screen> = new Set([
  'mandate',
  'transfer',
  'challenge',
  'processing',
  'success',
  'already_paid',
]);

/** Surcharge of the chosen method; 0 before a choice. Minor units. */
export function chosenSurcharge({ attempt }: HostedView, screen: Screen): number {
  return CHOSEN.has(screen) ? (attempt?.surcharge_amount ?? 0) : 0;
}

/** A view whose amount is all that the payer pays. */
export function withSurcharge(view: HostedView, surcharge: number): HostedView {
  return { ...view, amount: view.amount && view.amount + surcharge };
}
