import { type ThemeOptions } from '@mui/material/styles';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

declare module '@mui/material/styles' {
  interface SimplePaletteColorOptions {
    /** The ground under text of this colour. */
    soft?: string;
  }
}

/** Colours of the hosted pages. */
const LIGHT = {
  ground: '#f3f4f7',
  surface: '#ffffff',
  text: '#12161f',
  muted: '#565e6d',
  line: '#e1e4ea',
  accent: '#2747c9',
  onAccent: '#ffffff',
  good: '#0f7045',
  goodSoft: '#e2f4ea',
  bad: '#b3231b',
  badSoft: '#fdebe9',
  wait: '#7a4a00',
  waitSoft: '#fff1cc',
};
const DARK: typeof LIGHT = {
  ground: '#0d1015',
  surface: '#161a21',
  text: '#eceff4',
  muted: '#a4adbb',
  line: '#282e38',
  accent: '#93a7ff',
  onAccent: '#0d1015',
  good: '#56cd92',
  goodSoft: '#14301f',
  bad: '#ff8f86',
  badSoft: '#3a1917',
  wait: '#ffdf94',
  waitSoft: '#33270a',
};

export const FONT = [
  'system-ui',
  '-apple-system',
  "'Segoe UI'",
  'Roboto',
  "'Noto Sans'",
  "'Helvetica Neue'",
  'Arial',
  'sans-serif',
].join(', ');
export const CODE_FONT = "ui-monospace, 'Cascadia Mono', 'Noto Sans Mono', Menlo, monospace";

const RADIUS = 14;
const RADIUS_SMALL = 10;

export const lightTheme = themeOf(LIGHT, 'light');
export const darkTheme = themeOf(DARK, 'dark');

function themeOf(colours: typeof LIGHT, mode: 'light' | 'dark'): RaThemeOptions {
  const base = mode === 'light' ? defaultLightTheme : defaultDarkTheme;
  return {
    ...base,
    palette: paletteOf(colours, mode),
    shape: { borderRadius: RADIUS_SMALL },
    sidebar: { width: 264, closedWidth: 64 },
    typography: typographyOf(),
    components: { ...base.components, ...componentsOf(colours, mode) },
  };
}

function paletteOf(colours: typeof LIGHT, mode: 'light' | 'dark'): ThemeOptions['palette'] {
  const { ground, surface, text, muted, line, accent, onAccent } = colours;
  return {
    mode,
    primary: { main: accent, contrastText: onAccent },
    secondary: { main: accent, contrastText: onAccent },
    success: { main: colours.good, soft: colours.goodSoft },
    error: { main: colours.bad, soft: colours.badSoft },
    warning: { main: colours.wait, soft: colours.waitSoft },
    info: { main: accent },
    background: { default: ground, paper: surface },
    text: { primary: text, secondary: muted },
    divider: line,
  };
}

function typographyOf(): ThemeOptions['typography'] {
  const heading = { fontWeight: 650, letterSpacing: '-0.012em', lineHeight: 1.25 };
  return {
    fontFamily: FONT,
    h1: { ...heading, fontSize: '1.5rem' },
    h2: { ...heading, fontSize: '1.0625rem' },
    h3: { ...heading, fontSize: '0.9375rem' },
    h6: { ...heading, fontSize: '1.0625rem' },
    button: { textTransform: 'none', fontWeight: 600 },
    body2: { fontSize: '0.9375rem' },
    caption: { fontSize: '0.8125rem' },
  };
}

function componentsOf(
  { surface, line, muted, text, ground }: typeof LIGHT,
  mode: 'light' | 'dark',
): RaThemeOptions['components'] {
  const shadow =
    mode === 'light'
      ? '0 1px 2px rgb(18 22 31 / 6%), 0 12px 32px -8px rgb(18 22 31 / 8%)'
      : '0 0 0 1px rgb(255 255 255 / 5%)';
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { WebkitFontSmoothing: 'antialiased' },
        ':focus-visible': { outlineOffset: 2 },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      styleOverrides: {
        root: { borderRadius: RADIUS, border: `1px solid ${line}`, boxShadow: shadow },
      },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'inherit' },
      styleOverrides: {
        root: {
          backgroundColor: surface,
          color: text,
          borderBottom: `1px solid ${line}`,
          boxShadow: 'none',
        },
      },
    },
    MuiButton: { defaultProps: { disableElevation: true } },
    MuiChip: { styleOverrides: { root: { fontWeight: 600 } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: line },
        head: { color: muted, fontWeight: 600, backgroundColor: surface },
      },
    },
    MuiTooltip: { defaultProps: { enterTouchDelay: 0 } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    ...reactAdminParts({ ground, line, muted, text }),
  };
}

type PartColours = Pick<typeof LIGHT, 'ground' | 'line' | 'muted' | 'text'>;

function reactAdminParts({ ground, line, muted, text }: PartColours): RaThemeOptions['components'] {
  return {
    RaListToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
    RaTopToolbar: {
      styleOverrides: {
        root: {
          '&&': { backgroundColor: 'transparent', minHeight: 0 },
          '&&:empty': { display: 'none' },
        },
      },
    },
    RaLayout: {
      styleOverrides: { root: { backgroundColor: ground } },
    },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          margin: '1px 10px',
          borderRadius: RADIUS_SMALL,
          color: muted,
          '&.RaMenuItemLink-active': { color: text, fontWeight: 600, backgroundColor: line },
        },
      },
    },
  };
}
