import { Button } from '../../../shared/parts/button.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import { MethodUsed } from '../parts/method-used.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { failureOf } from '../flow/failure-of.js';
import type { LinkScreenProps } from './screen-props.js';

export function FailedScreen({ page, view, texts, merchant }: LinkScreenProps) {
  const failure = failureOf(view, texts);
  return (
    <StatusPanel tone="bad" icon="alert" title={failure.title} titleFor={merchant} texts={texts}>
      <MethodUsed attempt={view.attempt} texts={texts} />
      <p>{failure.happened}</p>
      <p class="fact">{failure.moneyMoved}</p>
      {failure.canRetry && <p>{failure.next}</p>}
      {failure.canRetry && (
        <Button kind="primary" onPress={() => page.payAgain()}>
          {failure.retry}
        </Button>
      )}
      {!failure.canRetry && <ContactLink merchant={view.merchant} texts={texts} />}
      <ReturnLink view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}
