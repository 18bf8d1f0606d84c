import { currencyExponent } from '@towpath/kernel';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/button.js';
import { type Fact, Facts } from '../../../shared/parts/facts.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { StepForm } from '../../../shared/parts/step.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { ConsentText } from '../api/mandate-view.js';
import { lastFour } from '../flow/account-entry.js';
import { outstandingFactor, willOpenBankPage } from '../flow/checklist.js';
import { paragraphsOf } from '../flow/statement-text.js';
import { typedExample, type OwnLimitFault, ownLimitIn } from '../flow/typed-amount.js';
import { writtenTerms, amountText } from '../flow/written.js';
import { MandateNotice, MandateFoot, StepHead } from '../parts/mandate-parts.js';
import type { MandateViewProps } from './mandate-screen-props.js';

type LimitEntry = ReturnType<typeof useOwnLimit>;

type LimitFieldProps = MandateViewProps & { readonly entry: LimitEntry };

export function ConsentScreen(props: MandateViewProps) {
  const { flow, state, view, texts, merchant } = props;
  const words = texts.consent;
  return (
    <div class="panel-body">
      <StepHead {...props} step="consent" title={words.title} />
      <Terms {...props} />
      {state.account && (
        <Button kind="quiet" onPress={() => flow.editAccount()}>
          {words.edit}
        </Button>
      )}
      <Statement consent={view.consent} title={words.statement} />
      <MandateNotice {...props} />
      <ConsentForm {...props} />
      <p class="aside">{words.recorded(merchant)}</p>
      <MandateFoot {...props} label={words.decline} />
    </div>
  );
}

function ConsentForm(props: MandateViewProps) {
  const { flow, view, texts } = props;
  const { agree, agreeAndGo } = texts.consent;
  const entry = useOwnLimit(props);
  // A limit goes with the consent: one that was given already cannot carry it any more.
  const asked = outstandingFactor(view, 'ENDUSER_CONSENT') !== null;
  const label = willOpenBankPage(view) ? agreeAndGo(view.institution?.name ?? '') : agree;
  const onSend = () => {
    if (asked) entry.send((most) => flow.agree(most));
    else void flow.agree();
  };
  return (
    <StepForm {...props} what="consent" label={label} onSend={onSend}>
      {asked && <LimitField {...props} entry={entry} />}
    </StepForm>
  );
}

/** The facts once more as the payer's own locale writes them, above the words that are recorded. */
function Terms({ state, view, texts }: MandateViewProps) {
  const words = texts.consent;
  const terms = writtenTerms(view.mandate_details, navigator.languages);
  const period = terms.period ? texts.summary.periods[terms.period] : '';
  const { account } = state;
  const facts: readonly Fact[] = [
    [words.bank, view.institution?.name],
    [texts.account.holder, account?.holder],
    [words.account, account && words.ending(lastFour(account.number))],
    [words.most, terms.onlyOwn ? null : (terms.perPayment ?? texts.summary.noLimit)],
    [texts.receipt.ownLimit, terms.ownMost],
    [words.perPeriod(period), terms.perPeriod],
    [words.count(period), terms.count?.toString()],
    [words.from, terms.from],
    [words.until, terms.until],
  ];
  return <Facts facts={facts} class="receipt receipt--terms" />;
}

/** Shows the amount as understood, before the payer agrees to it. */
function LimitField({ view, texts, typedMost, due, entry }: LimitFieldProps) {
  const words = texts.consent;
  const { currency } = view.mandate_details;
  const locales = navigator.languages;
  const amount = (minor: number | null) => amountText(minor ?? 0, currency, locales);
  const faults = {
    unreadable: () => words.ownLimitFault(typedExample({ currency, locales })),
    above_agreed: () => words.ownLimitAbove(amount(entry.agreed)),
    below_due: () => words.ownLimitBelow(amount(due)),
  };
  return (
    <TextField
      id="own-most"
      label={words.ownLimit(currency)}
      hint={entry.minor === null ? words.ownLimitHint : words.ownLimitIs(amount(entry.minor))}
      fault={entry.shown && faults[entry.shown]()}
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

interface StatementProps {
  readonly consent: ConsentText;
  readonly title: string;
}

/** The words that are agreed to, as the server made them; only how lines end is the page's. */
function Statement({ consent, title }: StatementProps) {
  return (
    <section class="statement" aria-labelledby="statement-title" lang={consent.language}>
      <h2 id="statement-title">{title}</h2>
      {paragraphsOf(consent.text).map((parts) => (
        <p key={parts.join('')}>
          {parts.map((part, index) => (index % 2 ? <span class="unbroken">{part}</span> : part))}
        </p>
      ))}
    </section>
  );
}

/** The payer's own limit: what cannot be read, or cannot work, is never sent. */
function useOwnLimit({ view, state, typedMost, onTypeMost, due }: MandateViewProps) {
  const [shown, setShown] = useState<OwnLimitFault | null>(null);
  const [mended, setMended] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { currency, transaction_limits: limits } = view.mandate_details;
  const agreed = limits?.max_transaction_amount ?? null;
  const { minor, fault } = ownLimitIn(typedMost, {
    ...{ currency, agreed, due },
    locales: navigator.languages,
  });
  const refused = state.sending.what === 'nothing' && state.notice === 'limit_refused' && !mended;
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);

  const type = (text: string) => {
    onTypeMost(text);
    setShown(null);
    setMended(true);
  };
  /** Sends the typed limit, or shows what is wrong with it. */
  const send = (agree: (most: number | null) => Promise<void>) => {
    setShown(fault);
    setMended(false);
    if (fault === null) void agree(minor);
    else field.current?.focus();
  };
  return { minor, shown, refused, agreed, field, type, send };
}
