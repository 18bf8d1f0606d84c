import { useEffect, useRef } from 'preact/hooks';
import { isFramed } from '../embedding/frame.js';

interface ScreenTitleProps {
  readonly title: string;
  /** Named in the browser tab beside the title. */
  readonly titleFor: string | null;
}

/**
 * The heading of a screen. It takes the focus when its screen appears: a screen reader reads it, and
 * the keyboard goes on from there.
 */
export function ScreenTitle({ title, titleFor }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement | null>(null);
  useEffect(() => {
    const framed = isFramed();
    // A frame takes no focus that the payer has not given to it.
    if (framed && !document.hasFocus()) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: !framed });
  }, []);
  useEffect(() => {
    document.title = titleFor ? `${title} · ${titleFor}` : title;
  }, [title, titleFor]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
