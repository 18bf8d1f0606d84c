import type { ComponentChildren } from 'preact';
import { Icon } from './icon.js';

interface ButtonProps {
  readonly kind: 'primary' | 'secondary' | 'quiet';
  readonly busy?: boolean;
  readonly off?: boolean;
  /** Without it the button submits its form, which ignores that while it is busy. */
  readonly onPress?: () => void;
  readonly children: ComponentChildren;
}

/**
 * A busy or disabled button keeps the focus (`aria-disabled`, not `disabled`) and ignores clicks.
 */
export function Button({ kind, busy = false, off = false, onPress, children }: ButtonProps) {
  const idle = busy || off;
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      class={`button button--${kind}${off ? ' button--off' : ''}`}
      aria-disabled={idle ? 'true' : undefined}
      onClick={() => {
        if (!idle) onPress?.();
      }}
    >
      {busy && <Icon name="spinner" />}
      {children}
    </button>
  );
}
