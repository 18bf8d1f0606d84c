import { isDebit } from '../api/parse-view.js';
import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';
import type { ShownAmount } from '../../../shared/money/format-amount.js';
import { type Screen, chosenSurcharge } from '../flow/screen-of.js';
import { surchargeText } from './price-lines.js';

interface SummaryProps {
  readonly view: HostedView;
  readonly texts: Texts;
  readonly amount: ShownAmount | null;
  readonly screen: Screen;
}

/** Recipient, amount and purpose, on every screen, so that the payer need not remember them. */
export function Summary({ view, texts, amount, screen }: SummaryProps) {
  const words = texts.summary;
  const surcharge = chosenSurcharge(view, screen);
  const label = isDue(view, screen) ? words.amountDue : words.amount;
  return (
    <>
      <div class="due">
        {amount && view.mode === 'PAYMENT' ? (
          <>
            <p class="aside">{label}</p>
            <p class={`due__amount${sizeOf(amount.text)}`}>
              <span translate={false}>{amount.text}</span>
              {amount.code && (
                <span class="due__code" translate={false}>
                  {amount.code}
                </span>
              )}
            </p>
            {surcharge > 0 && (
              <p class="aside">{texts.surcharge.included(surchargeText(surcharge, view))}</p>
            )}
          </>
        ) : (
          <>
            <p class="due__amount due__amount--words">{setupText(view, texts)}</p>
            <p class="aside">{words.nothingDue}</p>
          </>
        )}
      </div>
      {view.description && <p class="summary__description">{view.description}</p>}
      <p class="summary__reference small">
        <span>{words.reference}</span> <span translate={false}>{view.unique_reference_id}</span>
      </p>
    </>
  );
}

/** Whether the payer can still pay it here, and has not. */
function isDue({ status, money_moved: moved }: HostedView, screen: Screen): boolean {
  return status === 'CREATED' && moved === 'NO' && screen !== 'used_up';
}

function setupText(view: HostedView, { summary, debit }: Texts): string {
  const isDone = view.status === 'SETUP_SUCCEEDED';
  if (!isDebit(view)) return isDone ? summary.cardSaved : summary.saveMethod;
  return isDone ? debit.setUpDone : debit.setUp;
}

function sizeOf(amountText: string): string {
  if (amountText.length > 17) return ' due__amount--longest';
  return amountText.length > 11 ? ' due__amount--long' : '';
}
