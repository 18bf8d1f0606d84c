import { ReturnLink } from '../parts/return-link.js';
import { StatusPanel } from '../parts/status-panel.js';
import type { LinkScreenProps } from './screen-props.js';

export function AlreadyPaidScreen({ view, texts, merchant }: LinkScreenProps) {
  const isSetup = view.status === 'SETUP_SUCCEEDED';
  const { title, body, setupTitle, setupBody } = texts.alreadyPaid;
  return (
    <StatusPanel
      tone="good"
      icon="check"
      title={isSetup ? setupTitle : title}
      titleFor={merchant}
      texts={texts}
    >
      <p>{isSetup ? setupBody(merchant) : body(merchant)}</p>
      <ReturnLink view={view} texts={texts} kind="primary" />
    </StatusPanel>
  );
}
