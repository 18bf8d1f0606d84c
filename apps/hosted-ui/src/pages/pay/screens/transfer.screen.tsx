import { Money } from '@towpath/kernel';
import { amountInWords } from '../../../shared/money/format-amount.js';
import { Button } from '../../../shared/parts/button.js';
import { type Fact, Facts } from '../../../shared/parts/facts.js';
import { NoticeRegion, Unreachable } from '../../../shared/parts/notice-region.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { LinkScreenProps } from './screen-props.js';

/** Instructions for the transfer; the page polls the link until the money has arrived. */
export function TransferScreen({ flow, state, view, texts, merchant, amount }: LinkScreenProps) {
  const words = texts.transfer;
  const transfer = view.attempt?.transfer;
  if (!transfer) return null;
  const { returned } = transfer;
  const sum = returned && Money.of(returned.amount, returned.currency);
  const facts: readonly Fact[] = [
    [words.amount, amount?.inWords, 'as_is'],
    [words.recipient, transfer.recipient_name, 'as_is'],
    [words.account, transfer.account_number, 'as_is'],
    [words.reference, transfer.reference, 'as_is'],
  ];
  return (
    <StatusPanel tone="neutral" icon="bank" title={words.title} titleFor={merchant}>
      <NoticeRegion>
        {sum && <p>{words.returned[returned.cause](amountInWords(sum, navigator.languages))}</p>}
      </NoticeRegion>
      <p>{words.body(merchant)}</p>
      <Facts facts={facts} />
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
      <Unreachable state={state} texts={texts} />
    </StatusPanel>
  );
}
