import type { AvailablePaymentMethod } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import { Button } from './button.js';
import { cardText } from './card-brands.js';
import { Icon } from './icon.js';

interface OneTapProps {
  readonly methods: readonly AvailablePaymentMethod[];
  readonly busy: boolean;
  readonly texts: Texts;
  readonly onTap: (method: AvailablePaymentMethod) => void;
}

/** Saved cards and wallets: each a button that pays. */
export function OneTap({ methods, busy, texts, onTap }: OneTapProps) {
  const words = texts.oneTap;
  return (
    <ul class="one-tap" aria-label={words.label}>
      {methods.map((method) => (
        <li key={method.payment_method_id ?? method.payment_method_type}>
          <Button kind="secondary" off={busy} onPress={() => onTap(method)}>
            <Icon name={method.card ? 'card' : 'wallet'} />
            {method.card ? words.payWith(cardText(method.card, texts)) : words.wallet}
          </Button>
        </li>
      ))}
    </ul>
  );
}
