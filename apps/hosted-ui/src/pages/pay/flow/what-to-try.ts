import { isDebit } from '../api/is-debit.js';
import type { Texts } from '../i18n/texts.js';
import type { PageState } from './page-state.js';

type Told = Pick<PageState, 'view' | 'trouble' | 'form'>;

/** The line about test mode: it names a card where one can be typed, and while that is open. */
export function whatToTry(state: Told, { toTry }: Pick<Texts, 'toTry'>): string {
  return mayTakeCard(state) ? toTry.withCard : toTry.body;
}

function mayTakeCard({ view, trouble, form }: Told): boolean {
  if (!view || trouble || view.status !== 'CREATED') return false;
  if (isDebit(view) || view.attempt?.transfer) return false;
  return form.phase !== 'ready' || form.card !== null;
}
