import type { HostedView } from '../api/hosted-view.js';
import type { Texts } from '../i18n/texts.js';
import type { StatusTexts } from '../../../shared/i18n/page/page-texts.js';
import { moneyMovedText } from '../flow/failure-of.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import type { IconName } from '../../../shared/parts/icon.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';

interface DeadLinkProps {
  readonly icon: IconName;
  readonly words: StatusTexts;
  readonly view: HostedView;
  readonly texts: Texts;
}

/** A link that takes no payment any more: why, what became of the money, whom to ask. */
export function DeadLink({ icon, words, view, texts }: DeadLinkProps) {
  const merchant = view.merchant.display_name;
  return (
    <StatusPanel tone="neutral" icon={icon} title={words.title} titleFor={merchant} texts={texts}>
      <p>{words.body(merchant)}</p>
      <p class="fact">{moneyMovedText(view.money_moved, view, texts)}</p>
      <ContactLink merchant={view.merchant} texts={texts} />
      <ReturnLink view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}
