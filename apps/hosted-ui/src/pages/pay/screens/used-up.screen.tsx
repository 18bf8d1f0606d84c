import { ContactLink } from '../../../shared/parts/contact-link.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { moneyMovedText } from '../flow/failure-of.js';
import type { LinkScreenProps } from './screen-props.js';

/** Every method of the link took all the attempts that it allows: nothing here can be tried again. */
export function UsedUpScreen({ view, texts, merchant }: LinkScreenProps) {
  const { title, body, next } = texts.usedUp;
  return (
    <StatusPanel tone="neutral" icon="cross" title={title} titleFor={merchant} texts={texts}>
      <p>{body}</p>
      <p class="fact">{moneyMovedText(view.money_moved, view, texts)}</p>
      <p>{next(merchant)}</p>
      <ContactLink merchant={view.merchant} texts={texts} />
      <ReturnLink view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}
