import { Button } from '../../../shared/parts/button.js';
import { lastFour } from '../flow/account-entry.js';
import { outstandingFactor, willOpenBankPage } from '../flow/checklist.js';
import { writtenTerms } from '../flow/written.js';
import { OwnMostField } from '../parts/own-most-field.js';
import { Statement } from '../parts/statement.js';
import { StepFoot } from '../parts/step-foot.js';
import { StepHead } from '../parts/step-head.js';
import { StepNotice } from '../parts/step-notice.js';
import { SubmitButton } from '../../../shared/parts/submit-button.js';
import type { MandateViewProps } from './mandate-screen-props.js';
import { useOwnMost } from './use-own-most.js';

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
