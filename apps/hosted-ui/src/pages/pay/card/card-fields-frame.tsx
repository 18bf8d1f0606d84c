import type { MutableRef } from 'preact/hooks';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { browserTimers } from '../../../shared/timing/timers.js';
import { currentScheme, watchScheme } from '../../../shared/theme/color-scheme.js';
import { pageColors } from '../../../shared/theme/page-colors.js';
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
  /** The frame was taken away; the next one may have the same URL. */
  readonly onGone: () => void;
  readonly onSilent: (message?: string) => void;
}

/**
 * Height in pixels of number, expiry date, code and a line of small print, so that nothing moves.
 */
const USUAL_HEIGHT = 198;
const TALLEST = 640;

/** What two URLs of the same fields have in common; the rest reaches the fields as a message. */
export function frameOf(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

function optionsOf(url: string): string {
  return url.slice(frameOf(url).length + 1);
}

/** The card gateway's own page. Key it by `frameOf(url)`: other fields are another conversation. */
export function CardFieldsFrame(props: CardFieldsFrameProps) {
  const { url, title, loadingText, isReady, handle } = props;
  const frame = useRef<HTMLIFrameElement | null>(null);
  const speaking = useRef<CardFieldsChannel | null>(null);
  const [height, setHeight] = useState(USUAL_HEIGHT);
  // The frame keeps the URL that it was opened with: another one could load it again.
  const [src] = useState(url);
  const sentUrl = useRef(src);

  // In the task that inserts the iframe: nothing it says can come before somebody listens.
  useLayoutEffect(() => {
    if (!src) return undefined;
    const channel = new CardFieldsChannel({
      origin: new URL(src).origin,
      target: () => frame.current?.contentWindow ?? null,
      timers: browserTimers,
      listener: {
        ready: () => {
          channel.setTheme(currentScheme(), pageColors());
          props.onReady();
        },
        height: (reported) => setHeight(Math.min(TALLEST, reported)),
        silent: props.onSilent,
      },
    });
    const receive = (event: MessageEvent) => channel.receive(event);
    window.addEventListener('message', receive);
    const stopScheme = watchScheme((scheme) => channel.setTheme(scheme, pageColors()));
    handle.current = channel;
    speaking.current = channel;
    return () => {
      handle.current = null;
      speaking.current = null;
      stopScheme();
      window.removeEventListener('message', receive);
      channel.close();
      props.onGone();
    };
  }, [src]);

  useEffect(() => {
    if (!isReady || !url || sentUrl.current === url) return;
    sentUrl.current = url;
    speaking.current?.setOptions(optionsOf(url));
  }, [isReady, url]);

  return (
    <div class={isReady ? 'card-fields card-fields--ready' : 'card-fields'} aria-busy={!isReady}>
      {!isReady && <CardFieldsSkeleton text={loadingText} />}
      {src && (
        <iframe
          ref={frame}
          src={src}
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
