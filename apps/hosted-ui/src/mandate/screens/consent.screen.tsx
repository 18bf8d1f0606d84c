import { Button } from '../../parts/button.js';
import { lastFour } from '../flow/account-entry.js';
import { willOpenBankPage } from '../flow/checklist.js';
import { writtenTerms } from '../flow/written.js';
import { StepFoot } from '../parts/step-foot.js';
import { StepHead } from '../parts/step-head.js';
import { StepNotice } from '../parts/step-notice.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function ConsentScreen(props: MandateViewProps) {
  const { flow, state, view, words, merchant } = props;
  const texts = words.consent;
  const busy = state.sending.what === 'consent';
  const bank = view.institution?.name ?? '';
  return (
    <div class="panel-body">
      <StepHead {...props} step="consent" title={texts.title} />
      <Terms {...props} />
      {state.account && (
        <Button kind="quiet" onPress={() => flow.editAccount()}>
          {texts.edit}
        </Button>
      )}
      <section class="statement" aria-labelledby="statement-title" lang={view.consent.language}>
        <h2 id="statement-title">{texts.statement}</h2>
        {view.consent.text
          .split(/\n+/)
          .filter((line) => line !== '')
          .map((line) => (
            <p key={line}>{line}</p>
          ))}
      </section>
      <StepNotice {...props} />
      <Button kind="primary" busy={busy} onPress={() => void flow.agree()}>
        {busy ? words.sending : willOpenBankPage(view) ? texts.agreeAndGo(bank) : texts.agree}
      </Button>
      <p class="visually-hidden" role="status">
        {busy ? words.sending : ''}
      </p>
      <p class="aside">{texts.recorded(merchant)}</p>
      <StepFoot {...props} label={texts.decline} />
    </div>
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
    [texts.most, terms.perPayment ?? words.summary.noLimit],
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
