import type { MutableRef } from 'preact/hooks';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { browserTimers } from '../../../shared/timing/timers.js';
import { currentScheme, watchScheme } from '../../../shared/theme/color-scheme.js';
import { CardFieldsChannel, type CardOutcome } from './card-fields-channel.js';

export interface CardFieldsHandle {
  requestToken(): Promise<CardOutcome>;
}

interface CardFieldsFrameProps {
  /** Null while the attempt is being prepared: the place is held by a skeleton of the same height. */
  readonly url: string | null;
  readonly title: string;
  readonly loadingText: string;
  readonly isReady: boolean;
  readonly handle: MutableRef<CardFieldsHandle | null>;
  readonly onReady: () => void;
  readonly onSilent: () => void;
}

/**
 * Height in pixels of number, expiry date, code and a line of small print, so that nothing moves.
 */
const USUAL_HEIGHT = 198;
const TALLEST = 640;

/** The card gateway's own page. Key it by `url`: another attempt is another conversation. */
export function CardFieldsFrame(props: CardFieldsFrameProps) {
  const { url, title, loadingText, isReady, handle } = props;
  const frame = useRef<HTMLIFrameElement | null>(null);
  const [height, setHeight] = useState(USUAL_HEIGHT);

  // In the task that inserts the iframe: nothing it says can come before somebody listens.
  useLayoutEffect(() => {
    if (!url) return undefined;
    const channel = new CardFieldsChannel({
      origin: new URL(url).origin,
      target: () => frame.current?.contentWindow ?? null,
      timers: browserTimers,
      listener: {
        ready: () => {
          channel.setTheme(currentScheme());
          props.onReady();
        },
        height: (reported) => setHeight(Math.min(TALLEST, reported)),
        silent: props.onSilent,
      },
    });
    const receive = (event: MessageEvent) => channel.receive(event);
    window.addEventListener('message', receive);
    const stopScheme = watchScheme((scheme) => channel.setTheme(scheme));
    handle.current = channel;
    return () => {
      handle.current = null;
      stopScheme();
      window.removeEventListener('message', receive);
      channel.close();
    };
  }, [url]);

  return (
    <div class={isReady ? 'card-fields card-fields--ready' : 'card-fields'} aria-busy={!isReady}>
      {!isReady && <CardFieldsSkeleton text={loadingText} />}
      {url && (
        <iframe
          ref={frame}
          src={url}
          title={title}
          height={height}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerpolicy="no-referrer"
        />
      )}
    </div>
  );
}

function CardFieldsSkeleton({ text }: { readonly text: string }) {
  return (
    <div class="card-fields__skeleton">
      <span class="visually-hidden">{text}</span>
      <span class="bone bone--field" />
      <div class="bone-row">
        <span class="bone bone--field" />
        <span class="bone bone--field" />
      </div>
    </div>
  );
}
