import { currencyExponent } from '@towpath/kernel';
import { typedExample } from '../flow/typed-amount.js';
import { amountText } from '../flow/written.js';
import type { MandateViewProps } from '../screens/mandate-screen-props.js';
import type { OwnMostEntry } from '../screens/use-own-most.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { TextField } from '../../../shared/parts/text-field.js';

type OwnMostFieldProps = MandateViewProps & { readonly entry: OwnMostEntry };

/** Shows the amount as understood, before the payer agrees to it. */
export function OwnMostField({ view, words, locales, typedMost, due, entry }: OwnMostFieldProps) {
  const texts = words.consent;
  const { currency } = view.mandate_details;
  const amount = (minor: number | null) => amountText(minor ?? 0, currency, locales);
  const faults = {
    unreadable: () => texts.ownMostFault(typedExample({ currency, locales })),
    above_agreed: () => texts.ownMostAbove(amount(entry.agreed)),
    below_due: () => texts.ownMostBelow(amount(due)),
  };
  return (
    <TextField
      id="own-most"
      label={texts.ownMost(currency)}
      hint={entry.minor === null ? texts.ownMostHint : texts.ownMostIs(amount(entry.minor))}
      fault={entry.told && faults[entry.told]()}
      faultElsewhere={entry.refused ? STEP_NOTICE : null}
      value={typedMost}
      onType={entry.type}
      field={entry.field}
      input={{
        inputmode: currencyExponent(currency) === 0 ? 'numeric' : 'decimal',
        autocomplete: 'off',
        maxlength: 24,
      }}
    />
  );
}
