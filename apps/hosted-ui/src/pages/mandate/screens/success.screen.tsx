import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { lastFour } from '../flow/account-entry.js';
import { writtenTerms } from '../flow/written.js';
import { WayOut } from '../parts/way-out.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function SuccessScreen(props: MandateViewProps) {
  const { state, view, texts, words, merchant, locales } = props;
  const { title, body, mayCollect } = words.success;
  const { receipt } = words;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [receipt.bank, view.institution?.name],
    [receipt.account, state.account && words.consent.ending(lastFour(state.account.number))],
    [receipt.ownMost, writtenTerms(view.mandate_details, locales).ownMost],
    [receipt.reference, view.mandate_id],
  ];
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant} texts={texts}>
      <p>{body(merchant)}</p>
      <p>{mayCollect(merchant)}</p>
      <dl class="receipt">
        {rows.map(([term, value]) =>
          value ? (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <WayOut {...props} goes="by_itself" />
    </StatusPanel>
  );
}
