import { Button } from '../../../shared/parts/button.js';
import { SubmitButton } from '../../../shared/parts/submit-button.js';
import { lastFour } from '../flow/account-entry.js';
import { outstandingFactor, willOpenBankPage } from '../flow/checklist.js';
import { writtenTerms, amountText } from '../flow/written.js';
import { StepHead, StepNotice, StepFoot } from '../parts/mandate-parts.js';
import type { MandateViewProps } from './mandate-screen-props.js';
import { currencyExponent } from '@towpath/kernel';
import { typedExample, type OwnMostFault, ownMostIn } from '../flow/typed-amount.js';
import { STEP_NOTICE } from '../../../shared/parts/notice-region.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { ConsentText } from '../api/mandate-view.js';
import { paragraphsOf } from '../flow/statement-text.js';
import { useEffect, useRef, useState } from 'preact/hooks';

type OwnMostEntry = ReturnType<typeof useOwnMost>;

interface StatementProps {
  readonly consent: ConsentText;
  readonly title: string;
}

type OwnMostFieldProps = MandateViewProps & { readonly entry: OwnMostEntry };

export function ConsentScreen(props: MandateViewProps) {
  const { flow, state, view, words, merchant } = props;
  const texts = words.consent;
  const busy = state.sending.what === 'consent';
  return (
    <div class="panel-body">
      <StepHead {...props} step="consent" title={texts.title} />
      <Terms {...props} />
      {state.account && (
        <Button kind="quiet" onPress={() => flow.editAccount()}>
          {texts.edit}
        </Button>
      )}
      <Statement consent={view.consent} title={texts.statement} />
      <StepNotice {...props} />
      <ConsentForm {...props} />
      <p class="visually-hidden" role="status">
        {busy ? words.sending : ''}
      </p>
      <p class="aside">{texts.recorded(merchant)}</p>
      <StepFoot {...props} label={texts.decline} />
    </div>
  );
}

function ConsentForm(props: MandateViewProps) {
  const { flow, state, view, words } = props;
  const texts = words.consent;
  const busy = state.sending.what === 'consent';
  const entry = useOwnMost(props);
  // A limit goes with the consent: one that was given already cannot carry it any more.
  const asked = outstandingFactor(view, 'ENDUSER_CONSENT') !== null;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (state.sending.what !== 'nothing') return;
    if (asked) entry.send((most) => flow.agree(most));
    else void flow.agree();
  };
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      {asked && <OwnMostField {...props} entry={entry} />}
      <SubmitButton busy={busy}>
        {busy
          ? words.sending
          : willOpenBankPage(view)
            ? texts.agreeAndGo(view.institution?.name ?? '')
            : texts.agree}
      </SubmitButton>
    </form>
  );
}

/** The facts once more as the payer's own locale writes them, above the words that are recorded. */
function Terms({ state, view, words, locales }: MandateViewProps) {
  const texts = words.consent;
  const terms = writtenTerms(view.mandate_details, locales);
  const period = terms.period ? words.summary.periods[terms.period] : '';
  const { account } = state;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [texts.bank, view.institution?.name],
    [texts.holder, account?.holder],
    [texts.account, account && texts.ending(lastFour(account.number))],
    [texts.most, terms.onlyOwn ? null : (terms.perPayment ?? words.summary.noLimit)],
    [words.receipt.ownMost, terms.ownMost],
    [texts.perPeriod(period), terms.perPeriod],
    [texts.count(period), terms.count?.toString()],
    [texts.from, terms.from],
    [texts.until, terms.until],
  ];
  return (
    <dl class="receipt receipt--terms">
      {rows.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** Shows the amount as understood, before the payer agrees to it. */
function OwnMostField({ view, words, locales, typedMost, due, entry }: OwnMostFieldProps) {
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
function useOwnMost({ view, state, locales, typedMost, onTypeMost, due }: MandateViewProps) {
  const [told, setTold] = useState<OwnMostFault | null>(null);
  const [mended, setMended] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { currency, transaction_limits: limits } = view.mandate_details;
  const agreed = limits?.max_transaction_amount ?? null;
  const { minor, fault } = ownMostIn(typedMost, { currency, locales, agreed, due });
  const refused = state.sending.what === 'nothing' && state.notice === 'limit_refused' && !mended;
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);

  const type = (text: string) => {
    onTypeMost(text);
    setTold(null);
    setMended(true);
  };
  /** Sends the typed limit, or shows what is wrong with it. */
  const send = (agree: (most: number | null) => Promise<void>) => {
    setTold(fault);
    setMended(false);
    if (fault === null) void agree(minor);
    else field.current?.focus();
  };
  return { minor, told, refused, agreed, field, type, send };
}
