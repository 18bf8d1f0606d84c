import type { Attempt } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import { accountWords } from './account-text.js';
import { cardText } from './card-brands.js';

interface MethodUsedProps {
  readonly attempt: Attempt | null | undefined;
  readonly texts: Texts;
}

/** The card or the account that an attempt is with, in the words in which it was offered. */
export function MethodUsed({ attempt, texts }: MethodUsedProps) {
  const { card, sender_account: account } = attempt ?? {};
  if (card) return <p class="aside">{cardText(card, texts)}</p>;
  if (!account) return null;
  return <p class="aside">{texts.debit.account(...accountWords(account, texts.debit))}</p>;
}
