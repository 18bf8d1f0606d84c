import { Button } from '../../../shared/parts/button.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { ScreenProps } from './screen-props.js';

export function NoMethodScreen({ page, state, texts, merchant }: ScreenProps) {
  const { title, body } = texts.noMethod;
  return (
    <StatusPanel tone="neutral" icon="card" title={title} titleFor={merchant} texts={texts}>
      <p>{body(merchant)}</p>
      <Button kind="secondary" onPress={() => void page.retry()}>
        {texts.actions.retry}
      </Button>
      {state.view && <ContactLink merchant={state.view.merchant} texts={texts} />}
    </StatusPanel>
  );
}
