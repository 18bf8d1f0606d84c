import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { LinkFoot } from '../parts/link-parts.js';
import type { LinkScreenProps, LinkViewProps } from './link-screen-props.js';

export function LoadingScreen({ texts }: LinkScreenProps) {
  return (
    <div class="panel-body" aria-busy="true">
      <h1 class="visually-hidden">{texts.loading}</h1>
      <span class="bone bone--title" />
      <span class="bone bone--fields" />
      <span class="bone bone--button" />
    </div>
  );
}

/** The bank usually answers while the user watches. */
export function ConnectingScreen(props: LinkViewProps) {
  const { state, texts, merchant } = props;
  const { title, body } = texts.connecting;
  const name = state.offer?.institution.institution_name ?? texts.someBank;
  return (
    <StatusPanel tone="busy" icon="spinner" title={title(name)} titleFor={merchant} texts={texts}>
      <p>{body}</p>
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
      <LinkFoot {...props} />
    </StatusPanel>
  );
}
