import { isFramed } from '../../../shared/embedding/frame.js';
import { type Fact, Facts } from '../../../shared/parts/facts.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { ReturnLink, WayOut } from '../../../shared/parts/way-out.js';
import type { HostedView } from '../api/hosted-view.js';
import { isDebit } from '../api/parse-view.js';
import type { Texts } from '../i18n/en.js';
import { cardText, accountText } from '../parts/card-brands.js';
import type { LinkScreenProps } from './screen-props.js';

export function SuccessScreen({ view, texts, merchant, amount }: LinkScreenProps) {
  const words = texts.success;
  const setup = view.status === 'SETUP_SUCCEEDED' && setupWords(view, texts, words);
  const stored = view.future_payments ? words.saved[view.future_payments](merchant) : null;
  const paid = amount ? words.body(amount.inWords, merchant) : null;
  const { card, sender_account: account } = view.attempt ?? {};
  const facts: readonly Fact[] = [
    [texts.receipt.card, card && cardText(card, texts)],
    [texts.receipt.account, account && accountText(account, texts)],
    [texts.summary.reference, view.unique_reference_id, 'as_is'],
  ];
  // A frame stays on the page; a payer whom the bank took out of it returns to the merchant's site.
  const byItself = view.ui_mode === 'auto_redirect' || (view.ui_mode === 'iframe' && !isFramed());
  const title = setup ? setup.title : words.title;
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant}>
      <p>{setup ? setup.body(merchant) : paid}</p>
      {stored && !isDebit(view) && <p>{stored}</p>}
      <Facts facts={facts} />
      <WayOut view={view} texts={texts} kind="primary" byItself={byItself} />
    </StatusPanel>
  );
}

/** For a link that was paid or set up before it was opened. */
export function AlreadyPaidScreen({ view, texts, merchant }: LinkScreenProps) {
  const words = texts.alreadyPaid;
  const isSetup = view.status === 'SETUP_SUCCEEDED';
  const { title, body } = isSetup ? setupWords(view, texts, words) : words;
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant}>
      <p>{body(merchant)}</p>
      <ReturnLink view={view} texts={texts} kind="primary" />
    </StatusPanel>
  );
}

/** What was set up: a card in the words of the screen, or a direct debit. */
function setupWords(
  view: HostedView,
  { debit }: Texts,
  { setupTitle, setupBody }: Pick<Texts['success'], 'setupTitle' | 'setupBody'>,
) {
  if (isDebit(view)) return { title: debit.setUpDone, body: debit.setUpBody };
  return { title: setupTitle, body: setupBody };
}
