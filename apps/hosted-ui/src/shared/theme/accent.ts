/** A colour pair for filled controls, with the marks that sit on the fill. */
export interface Accent {
  readonly fill: string;
  readonly onFill: string;
}

type Rgb = readonly [number, number, number];

const HEX = /^#[0-9a-f]{6}$/i;
const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [13, 16, 21];
const SURFACES = { light: WHITE, dark: [22, 26, 33] } as const satisfies Record<string, Rgb>;
/** WCAG 2.2: text needs 4.5 to 1. The fill doubles as link and icon colour on the surface. */
const NEEDED = 4.5;
const STEPS = 20;

/**
 * The merchant's colour made readable on the scheme's surface, or null when it is not a colour.
 * The hue is kept; the colour moves toward black or white only as far as contrast demands.
 */
export function accentFor(
  hex: string | null | undefined,
  scheme: keyof typeof SURFACES,
): Accent | null {
  if (!hex || !HEX.test(hex)) return null;
  const surface = SURFACES[scheme];
  const target = scheme === 'light' ? INK : WHITE;
  const fill = firstReadable(rgbOf(hex), target, surface);
  const onFill = contrast(WHITE, fill) >= contrast(INK, fill) ? WHITE : INK;
  return { fill: hexOf(fill), onFill: hexOf(onFill) };
}

/** WCAG contrast ratio of two `#rrggbb` colours, in any order: 1 to 21. */
export function contrastRatio(pair: readonly [string, string]): number {
  return contrast(rgbOf(pair[0]), rgbOf(pair[1]));
}

function firstReadable(colour: Rgb, target: Rgb, surface: Rgb): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(colour, target, step / STEPS);
    if (contrast(candidate, surface) >= NEEDED) return candidate;
  }
  return target;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share);
  return [channel(0), channel(1), channel(2)];
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Gives the merchant's colour to the style sheet, for both schemes; without one the default stays. */
export function applyAccent(hex: string | null | undefined, style: CSSStyleDeclaration): void {
  for (const scheme of ['light', 'dark'] as const) {
    const accent = accentFor(hex, scheme);
    if (!accent) continue;
    style.setProperty(`--accent-${scheme}`, accent.fill);
    style.setProperty(`--on-accent-${scheme}`, accent.onFill);
  }
}
