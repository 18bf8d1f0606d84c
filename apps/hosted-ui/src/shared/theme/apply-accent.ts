import { accentFor } from './accent.js';

/** Gives the merchant's colour to the style sheet, for both schemes; without one the default stays. */
export function applyAccent(hex: string | null | undefined, style: CSSStyleDeclaration): void {
  for (const scheme of ['light', 'dark'] as const) {
    const accent = accentFor(hex, scheme);
    if (!accent) continue;
    style.setProperty(`--accent-${scheme}`, accent.fill);
    style.setProperty(`--on-accent-${scheme}`, accent.onFill);
  }
}
