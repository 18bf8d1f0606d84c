import { useState } from 'preact/hooks';
import { safeUrl } from '../api/safe-url.js';

interface LogoProps {
  readonly class: string;
  readonly url: string | null | undefined;
  readonly size: number;
  readonly letters: string;
  readonly colors?: { readonly backgroundColor: string; readonly color: string } | undefined;
}

/** A logo, or letters where there is none or it does not load; the name is always beside it. */
export function Logo({ class: name, url, size, letters, colors }: LogoProps) {
  const src = safeUrl(url);
  const [broken, setBroken] = useState(false);
  if (src && !broken) {
    return (
      <img
        class={name}
        src={src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span class={`${name} ${name}--letters`} style={{ ...colors }} aria-hidden="true">
      {letters}
    </span>
  );
}
