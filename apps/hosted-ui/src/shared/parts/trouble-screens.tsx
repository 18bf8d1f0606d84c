import type { Trouble } from '../api/api-answer.js';
import type { WayBack } from '../api/page-types.js';
import type { PageTexts, StatusTexts } from '../i18n/page/en.js';
import { Button } from './button.js';
import { StatusPanel } from './status-panel.js';
import { ReturnLink } from './way-out.js';

interface BlockedTexts extends PageTexts {
  readonly loading: string;
  readonly invalidLink: StatusTexts;
  readonly offline: StatusTexts;
  readonly server: StatusTexts;
  readonly rateLimited: StatusTexts;
}

interface BlockedProps {
  readonly flow: { retry(): Promise<void> };
  readonly state: { readonly trouble: Trouble | { readonly kind: 'no_method' | 'used_up' } | null };
  readonly texts: BlockedTexts;
  readonly merchant: string;
}

/** The screens of every page before its first view, and where nothing can be shown. */
export const BLOCKED = {
  loading: ({ texts }: BlockedProps) => <Loading text={texts.loading} />,
  invalid_link: ({ texts, merchant }: BlockedProps) => (
    <StatusPanel tone="neutral" icon="link" title={texts.invalidLink.title} titleFor={null}>
      <p>{texts.invalidLink.body(merchant)}</p>
    </StatusPanel>
  ),
  connection_trouble: ({ flow, state, texts, merchant }: BlockedProps) => {
    const offline = state.trouble?.kind === 'offline';
    const { title, body } = offline ? texts.offline : texts.server;
    return (
      <StatusPanel
        tone="neutral"
        icon={offline ? 'offline' : 'alert'}
        title={title}
        titleFor={null}
      >
        <p>{body(merchant)}</p>
        <Button kind="primary" onPress={() => void flow.retry()}>
          {texts.actions.retry}
        </Button>
      </StatusPanel>
    );
  },
  rate_limited: ({ flow, state: { trouble }, texts, merchant }: BlockedProps) => {
    const { title, body } = texts.rateLimited;
    const isWaiting = trouble?.kind === 'rate_limited' && !trouble.over;
    const waitMs = isWaiting ? trouble.waitMs : null;
    const { wait, now } = texts.pause;
    return (
      <StatusPanel tone="neutral" icon="clock" title={title} titleFor={null}>
        <p>{body(merchant)}</p>
        <p role="status">{waitMs === null ? now : wait(Math.ceil(waitMs / 1000))}</p>
        <Button kind="primary" off={waitMs !== null} onPress={() => void flow.retry()}>
          {texts.actions.retry}
        </Button>
      </StatusPanel>
    );
  },
};

/** Holds the place of the first screen, so that nothing jumps when it arrives. */
export function Loading({ text }: { readonly text: string }) {
  return (
    <div class="panel-body" aria-busy="true">
      <h1 class="visually-hidden">{text}</h1>
      <span class="bone bone--title" />
      <span class="bone bone--fields" />
      <span class="bone bone--button" />
    </div>
  );
}

interface SessionEndedProps extends Pick<BlockedProps, 'merchant'> {
  /** A tab that a bank opened has no session: there is nothing to do in it but to close it. */
  readonly fromBank: boolean;
  readonly texts: PageTexts & { readonly sessionEnded: StatusTexts };
  readonly view: WayBack | null;
}

export function SessionEnded({ fromBank, view, texts, merchant }: SessionEndedProps) {
  const { title, body } = fromBank ? texts.backFromBank : texts.sessionEnded;
  const icon = fromBank ? 'check' : 'clock';
  return (
    <StatusPanel tone="neutral" icon={icon} title={title} titleFor={null}>
      <p>{body(merchant)}</p>
      {view && <ReturnLink view={view} texts={texts} kind="secondary" />}
    </StatusPanel>
  );
}
