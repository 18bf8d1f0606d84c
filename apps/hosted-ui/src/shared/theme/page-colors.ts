const NAMES = ['accent', 'surface', 'text', 'muted', 'line', 'bad'] as const;

/** Colours of a page as `#rrggbb`, by the names of the style sheet. */
export type PageColors = Readonly<Record<(typeof NAMES)[number], string>>;

const HEX = /^#[0-9a-f]{6}$/i;
/** What builds make of `#ffffff`. */
const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;

/** The colours of this page as they are now: those of the merchant, in the present scheme. */
export function pageColors(): PageColors {
  const style = getComputedStyle(document.documentElement);
  const colors = NAMES.map((name) => {
    const color = style.getPropertyValue(`--${name}`).trim();
    return [name, color.replace(SHORT, '#$1$1$2$2$3$3')];
  });
  return Object.fromEntries(colors) as PageColors;
}

/** The colours in a message; null unless all are there. */
export function colorsIn(value: Readonly<Record<string, unknown>>): PageColors | null {
  const colors = NAMES.map((name) => [name, value[name]] as const);
  const isComplete = colors.every(([, color]) => typeof color === 'string' && HEX.test(color));
  return isComplete ? (Object.fromEntries(colors) as PageColors) : null;
}
