import { isDebit } from '../api/is-debit.js';
import { ReturnLink } from '../../../shared/parts/return-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import type { LinkScreenProps } from './screen-props.js';

export function AlreadyPaidScreen({ view, texts, merchant }: LinkScreenProps) {
  const isSetup = view.status === 'SETUP_SUCCEEDED';
  const { title, body, setupTitle, setupBody } = texts.alreadyPaid;
  const { debit } = texts;
  const setup = isDebit(view)
    ? { title: debit.setUpDone, body: debit.setUpBody }
    : { title: setupTitle, body: setupBody };
  return (
    <StatusPanel
      tone="good"
      icon="check"
      title={isSetup ? setup.title : title}
      titleFor={merchant}
      texts={texts}
    >
      <p>{(isSetup ? setup.body : body)(merchant)}</p>
      <ReturnLink view={view} texts={texts} kind="primary" />
    </StatusPanel>
  );
}
