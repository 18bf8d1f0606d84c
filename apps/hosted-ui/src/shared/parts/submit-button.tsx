import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';

interface SubmitButtonProps {
  readonly busy: boolean;
  readonly children: ComponentChildren;
}

/** Submits its form; a busy form ignores it. */
export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <button type="submit" class="button button--primary" aria-disabled={busy ? 'true' : undefined}>
      {busy && <Icon name="spinner" />}
      {children}
    </button>
  );
}
