import type { SearchedBy, TriedTerm } from '@towpath/contracts/operator';
import { shownAmount } from '../parts/shown-amount.js';

/** What a text was taken for, as in `found by its reference`. */
export const SEARCHED_AS: Readonly<Record<SearchedBy, string>> = {
  id: 'ID',
  reference: 'reference',
  email: 'e-mail address',
  last_four: 'last four digits',
  amount: 'amount',
};

/** One sentence for each meaning that was tried. */
export function triedWords({ by, text, amount, currency, ...days }: TriedTerm): string {
  switch (by) {
    case 'id':
      return `A resource with the ID ${text}`;
    case 'reference':
      return `A resource with the reference “${text}”, written exactly so`;
    case 'email':
      return `A person with the e-mail address ${text}, as long as it is not erased`;
    case 'last_four':
      return `A card or account that ends with ${text}`;
    case 'amount':
      return `${shownAmount(amount ?? 0, currency ?? '')} from ${days.date_from} to ${days.date_to}, UTC`;
  }
}
