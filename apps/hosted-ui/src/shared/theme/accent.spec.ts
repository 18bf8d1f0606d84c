import { accentFor, contrastRatio } from './accent.js';

const SURFACES = { light: '#ffffff', dark: '#161a21' };

describe('accentFor', () => {
  const colours = ['#ffffff', '#000000', '#ffd400', '#0b6b5d', '#2747c9', '#ff0000', '#7f7f7f'];

  it.each(colours.flatMap((hex) => [[hex, 'light'] as const, [hex, 'dark'] as const]))(
    'makes %s readable in %s',
    (hex, scheme) => {
      const accent = accentFor(hex, scheme);
      expect(accent).not.toBeNull();
      if (!accent) return;
      expect(contrastRatio([accent.fill, SURFACES[scheme]])).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio([accent.onFill, accent.fill])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('leaves a readable colour unchanged', () => {
    expect(accentFor('#0b6b5d', 'light')).toEqual({ fill: '#0b6b5d', onFill: '#ffffff' });
    expect(accentFor('#ffd400', 'dark')).toEqual({ fill: '#ffd400', onFill: '#0d1015' });
  });

  it.each([null, undefined, '', 'red', '#fff', '#12345g', 'url(x)'])('refuses %j', (hex) => {
    expect(accentFor(hex, 'light')).toBeNull();
  });
});
