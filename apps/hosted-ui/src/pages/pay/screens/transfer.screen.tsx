import { Money } from '@towpath/kernel';
import type { TransferInstructions } from '../api/hosted-view.js';
import type { Texts } from '../i18n/en.js';
import { amountInWords } from '../../../shared/money/format-amount.js';
import { Button } from '../../../shared/parts/button.js';
import { Icon } from '../../../shared/parts/icon.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { LinkScreenProps } from './screen-props.js';

/** Instructions for the transfer; the page polls the link until the money has arrived. */
export function TransferScreen({ flow, state, view, texts, merchant, amount }: LinkScreenProps) {
  const words = texts.transfer;
  const told = view.attempt?.transfer;
  if (!told) return null;
  const rows = [
    [words.amount, amount?.inWords ?? ''],
    [words.recipient, told.recipient_name],
    [words.account, told.account_number],
    [words.reference, told.reference],
  ] as const;
  return (
    <StatusPanel tone="neutral" icon="bank" title={words.title} titleFor={merchant} texts={texts}>
      <ReturnedNotice told={told} texts={texts} />
      <p>{words.body(merchant)}</p>
      <dl class="receipt">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate={false}>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="fact">{words.rules}</p>
      <p>{words.waiting}</p>
      <Button
        kind="secondary"
        busy={state.paying !== 'idle'}
        onPress={() => void flow.leaveTransfer()}
      >
        {words.otherWay}
      </Button>
      <p>{words.otherWayRule}</p>
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
    </StatusPanel>
  );
}

interface ReturnedNoticeProps {
  readonly told: TransferInstructions;
  readonly texts: Texts;
}

/** The region stays in the page, so that assistive technology announces what appears in it. */
function ReturnedNotice({ told: { returned }, texts }: ReturnedNoticeProps) {
  return (
    <div role="alert" class="notice-region">
      {returned && (
        <div class="notice">
          <Icon name="alert" />
          <p>
            {texts.transfer.returned[returned.cause](
              amountInWords(Money.of(returned.amount, returned.currency), navigator.languages),
            )}
          </p>
        </div>
      )}
    </div>
  );
}
