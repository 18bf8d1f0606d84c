import { NameSearch } from '@towpath/kernel';
import type { Institution } from '../../../src/shared/api/page-types.js';

type Named = Pick<Institution, 'institution_id' | 'name'> & Partial<Institution>;

const bank = (named: Named): Institution => ({
  user_type: 'INDIVIDUAL',
  redirect: false,
  ...named,
});

/** Those of the sandbox, and a few more so that a list is long enough to scroll. */
export const BANKS: readonly Institution[] = [
  bank({
    institution_id: 'testbank',
    name: 'Test Bank',
    color: '#0b5394',
    portal_name: 'Personal Internet Banking',
  }),
  bank({
    institution_id: 'testbank-business',
    name: 'Test Bank Business',
    color: '#1b5e20',
    user_type: 'BUSINESS',
    portal_name: 'Business Internet Banking',
  }),
  bank({
    institution_id: 'testbank-oauth',
    name: 'Test Bank OAuth',
    color: '#4a148c',
    redirect: true,
  }),
  bank({ institution_id: 'testbank-unavailable', name: 'Test Bank Unavailable', color: '#37474f' }),
  bank({ institution_id: 'jade-orchard', name: 'Jade Orchard Bank', color: '#ffd400' }),
  bank({
    institution_id: 'harbour-lantern',
    name: 'Harbour Lantern Savings and Loan Association of the Outer Islands',
  }),
  bank({ institution_id: 'five-rivers', name: 'Five Rivers Union', color: '#7a1f2b' }),
  bank({ institution_id: 'lotus-meridian', name: '蓮花銀行', color: '#00695c' }),
  bank({ institution_id: 'cedar-strait', name: 'Cedar Strait', color: '#5d4037' }),
];

const search = new NameSearch(BANKS, ({ name }) => [name]);

export function banksFor(query: string): readonly Institution[] {
  return query === '' ? BANKS : search.find(query);
}
