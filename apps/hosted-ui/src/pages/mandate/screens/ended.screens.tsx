import type { StatusTexts } from '../../../shared/i18n/page/en.js';
import { Button } from '../../../shared/parts/button.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import type { IconName } from '../../../shared/parts/icon.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { mandateFailureOf, nextAfter } from '../flow/failure-of.js';
import { OPEN } from '../flow/screen-of.js';
import { WayOut } from '../parts/mandate-parts.js';
import type { MandateScreenProps, MandateViewProps } from './mandate-screen-props.js';

export function FailedScreen(props: MandateViewProps) {
  const { view, texts, words, merchant } = props;
  const code = mandateFailureOf(view);
  const failure = words.failed[code];
  return (
    <StatusPanel tone="bad" icon="alert" title={failure.title} titleFor={merchant} texts={texts}>
      <p>{failure.happened}</p>
      <p class="fact">{words.nothingCollected}</p>
      <p>{nextAfter(code, words, view)(merchant)}</p>
      <ContactLink merchant={view.merchant} texts={texts} />
      <WayOut {...props} goes="when_asked" />
    </StatusPanel>
  );
}

export function DeclinedScreen(props: MandateViewProps) {
  const { flow, view, texts, words, merchant } = props;
  const { title, body, reconsider } = words.declined;
  return (
    <StatusPanel tone="neutral" icon="cross" title={title} titleFor={merchant} texts={texts}>
      <p>{body(merchant)}</p>
      {OPEN.has(view.status) && (
        <Button kind="primary" onPress={() => flow.reconsider()}>
          {reconsider}
        </Button>
      )}
      <WayOut {...props} goes="when_asked" />
    </StatusPanel>
  );
}

/** Like the screen after a success: no question is open, and the return comes first. */
export function AlreadyDoneScreen(props: MandateViewProps) {
  const { texts, words, merchant } = props;
  const { title, body } = words.alreadyDone;
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant} texts={texts}>
      <p>{body(merchant)}</p>
      <WayOut {...props} goes="as_next_step" />
    </StatusPanel>
  );
}

export const RevokedScreen = ended((words) => words.revoked, 'cross');
export const CancelledScreen = ended((words) => words.cancelled, 'cross');
export const ClosedScreen = ended((words) => words.closed, 'link');

function ended(textsIn: (words: MandateScreenProps['words']) => StatusTexts, icon: IconName) {
  return function EndedScreen(props: MandateViewProps) {
    const { view, texts, words, merchant } = props;
    const { title, body } = textsIn(words);
    return (
      <StatusPanel tone="neutral" icon={icon} title={title} titleFor={merchant} texts={texts}>
        <p>{body(merchant)}</p>
        <ContactLink merchant={view.merchant} texts={texts} />
        <WayOut {...props} goes="when_asked" />
      </StatusPanel>
    );
  };
}
