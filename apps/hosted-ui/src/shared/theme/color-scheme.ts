const DARK = '(prefers-color-scheme: dark)';

export function currentScheme(): ColorScheme {
  return window.matchMedia(DARK).matches ? 'dark' : 'light';
}

/** Calls back when the payer's system changes between light and dark. */
export function watchScheme(changed: (scheme: ColorScheme) => void): () => void {
  const query = window.matchMedia(DARK);
  const listener = () => changed(currentScheme());
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export type ColorScheme = 'light' | 'dark';
