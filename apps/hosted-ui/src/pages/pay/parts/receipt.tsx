import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import { accountWords } from './account-text.js';
import { cardText } from './card-brands.js';

interface ReceiptProps {
  readonly view: HostedView;
  readonly texts: Texts;
}

export function Receipt({ view, texts }: ReceiptProps) {
  const { card, sender_account: account } = view.attempt ?? {};
  return (
    <dl class="receipt">
      {card && (
        <div>
          <dt>{texts.receipt.card}</dt>
          <dd>{cardText(card, texts)}</dd>
        </div>
      )}
      {account && (
        <div>
          <dt>{texts.receipt.account}</dt>
          <dd>{texts.debit.account(...accountWords(account, texts.debit))}</dd>
        </div>
      )}
      <div>
        <dt>{texts.summary.reference}</dt>
        <dd translate={false}>{view.unique_reference_id}</dd>
      </div>
    </dl>
  );
}
