import type { StatusTexts } from '../../../shared/i18n/page/en.js';
import { Button } from '../../../shared/parts/button.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import type { IconName } from '../../../shared/parts/icon.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { WayOut } from '../../../shared/parts/way-out.js';
import { mandateFailureOf, nextAfter } from '../flow/failure-of.js';
import { OPEN } from '../flow/screen-of.js';
import type { MandateTexts } from '../i18n/en.js';
import type { MandateViewProps } from './mandate-screen-props.js';

export function FailedScreen({ view, texts, merchant }: MandateViewProps) {
  const code = mandateFailureOf(view);
  const failure = texts.failed[code];
  return (
    <StatusPanel tone="bad" icon="alert" title={failure.title} titleFor={merchant}>
      <p>{failure.happened}</p>
      <p class="fact">{texts.nothingCollected}</p>
      <p>{nextAfter(code, texts, view)(merchant)}</p>
      <ContactLink merchant={view.merchant} texts={texts} />
      <WayOut view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}

export function DeclinedScreen({ flow, view, texts, merchant }: MandateViewProps) {
  const { title, body, reconsider } = texts.declined;
  return (
    <StatusPanel tone="neutral" icon="cross" title={title} titleFor={merchant}>
      <p>{body(merchant)}</p>
      {OPEN.has(view.status) && (
        <Button kind="primary" onPress={() => flow.reconsider()}>
          {reconsider}
        </Button>
      )}
      <WayOut view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}

/** Like the screen after a success: no question is open, and the return comes first. */
export function AlreadyDoneScreen({ view, texts, merchant }: MandateViewProps) {
  const { title, body } = texts.alreadyDone;
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant}>
      <p>{body(merchant)}</p>
      <WayOut view={view} texts={texts} kind="primary" />
    </StatusPanel>
  );
}

/** A mandate that has ended: why, and whom to ask. */
export function endedScreen(icon: IconName, wordsIn: (texts: MandateTexts) => StatusTexts) {
  return function EndedScreen({ view, texts, merchant }: MandateViewProps) {
    const { title, body } = wordsIn(texts);
    return (
      <StatusPanel tone="neutral" icon={icon} title={title} titleFor={merchant}>
        <p>{body(merchant)}</p>
        <ContactLink merchant={view.merchant} texts={texts} />
        <WayOut view={view} texts={texts} kind="secondary" />
      </StatusPanel>
    );
  };
}
