import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import { accountWords } from './account-text.js';
import { Button } from '../../../shared/parts/button.js';
import { cardText } from './card-brands.js';
import { surchargeText } from './price-lines.js';
import { Icon, type IconName } from '../../../shared/parts/icon.js';

interface OneTapProps {
  readonly methods: readonly AvailablePaymentMethod[];
  readonly view: HostedView;
  readonly label: string;
  readonly busy: boolean;
  readonly texts: Texts;
  readonly onTap: (method: AvailablePaymentMethod) => void;
}

/** Saved methods and wallets: buttons that pay; direct debit and transfer: ones that lead on. */
export function OneTap({ methods, view, label, busy, texts, onTap }: OneTapProps) {
  const words = texts.oneTap;
  const labelOf = ({
    card,
    sender_account: account,
    payment_method_type: type,
  }: AvailablePaymentMethod) => {
    if (card) return words.payWith(cardText(card, texts));
    if (account) return texts.debit.payFrom(...accountWords(account, texts.debit));
    if (type === 'MANUAL') return texts.transfer.offer;
    return type === 'MANDATE' ? texts.debit.offer : words.wallet;
  };
  return (
    <ul class="one-tap" aria-label={label}>
      {methods.map((method) => (
        <li key={method.payment_method_id ?? method.payment_method_type}>
          <Button kind="secondary" off={busy} onPress={() => onTap(method)}>
            <Icon name={iconOf(method)} />
            {labelOf(method)}
            {method.surcharge_amount
              ? ` ${texts.surcharge.added(surchargeText(method.surcharge_amount, view))}`
              : ''}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function iconOf({ card, payment_method_type: type }: AvailablePaymentMethod): IconName {
  if (card) return 'card';
  return type === 'WALLET' ? 'wallet' : 'bank';
}
