import type { ComponentType } from 'preact';
import type { Trouble } from '../api/api-answer.js';
import type { WayBack } from '../api/page-types.js';
import type { PageTexts, StatusTexts } from '../i18n/page/en.js';
import { Button } from './button.js';
import { ReturnLink } from './return-link.js';
import { StatusPanel } from './status-panel.js';

interface BlockedProps {
  readonly flow: { retry(): Promise<void> };
  readonly state: { readonly trouble: Trouble | { readonly kind: 'no_method' | 'used_up' } | null };
  readonly texts: PageTexts;
  readonly merchant: string;
}

interface BlockedTexts extends Record<
  'invalidLink' | 'offline' | 'server' | 'rateLimited',
  StatusTexts
> {
  readonly loading: string;
}

type BlockedScreen = 'loading' | 'invalid_link' | 'connection_trouble' | 'rate_limited';

/** The screens of every page before its first view, and where nothing can be shown. */
export function blockedScreens<Props extends BlockedProps>(
  wordsIn: (props: Props) => BlockedTexts,
): Record<BlockedScreen, ComponentType<Props>> {
  return {
    loading: (props) => <Loading text={wordsIn(props).loading} />,
    invalid_link: (props) => {
      const { texts, merchant } = props;
      const { title, body } = wordsIn(props).invalidLink;
      return (
        <StatusPanel tone="neutral" icon="link" title={title} titleFor={null} texts={texts}>
          <p>{body(merchant)}</p>
        </StatusPanel>
      );
    },
    connection_trouble: (props) => {
      const words = wordsIn(props);
      const { flow, state, texts, merchant } = props;
      const offline = state.trouble?.kind === 'offline';
      const { title, body } = offline ? words.offline : words.server;
      const icon = offline ? 'offline' : 'alert';
      return (
        <StatusPanel tone="neutral" icon={icon} title={title} titleFor={null} texts={texts}>
          <p>{body(merchant)}</p>
          <Button kind="primary" onPress={() => void flow.retry()}>
            {texts.actions.retry}
          </Button>
        </StatusPanel>
      );
    },
    rate_limited: (props) => {
      const { flow, state, texts, merchant } = props;
      const { title, body } = wordsIn(props).rateLimited;
      const { trouble } = state;
      const isWaiting = trouble?.kind === 'rate_limited' && !trouble.over;
      const waitMs = isWaiting ? trouble.waitMs : null;
      const { wait, now } = texts.pause;
      return (
        <StatusPanel tone="neutral" icon="clock" title={title} titleFor={null} texts={texts}>
          <p>{body(merchant)}</p>
          <p role="status">{waitMs === null ? now : wait(Math.ceil(waitMs / 1000))}</p>
          <Button kind="primary" off={waitMs !== null} onPress={() => void flow.retry()}>
            {texts.actions.retry}
          </Button>
        </StatusPanel>
      );
    },
  };
}

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

interface SessionEndedProps extends Pick<BlockedProps, 'texts' | 'merchant'> {
  /** A tab that a bank opened has no session: there is nothing to do in it but to close it. */
  readonly fromBank: boolean;
  readonly words: StatusTexts;
  readonly view: WayBack | null;
}

export function SessionEnded({ fromBank, words, view, texts, merchant }: SessionEndedProps) {
  const { title, body } = fromBank ? texts.backFromBank : words;
  const icon = fromBank ? 'check' : 'clock';
  return (
    <StatusPanel tone="neutral" icon={icon} title={title} titleFor={null} texts={texts}>
      <p>{body(merchant)}</p>
      {view && <ReturnLink view={view} texts={texts} kind="secondary" />}
    </StatusPanel>
  );
}
