import { LANGUAGES } from '../../shared/i18n/languages.js';
import { FIELDS_TEXTS } from './texts.js';

it.each(LANGUAGES)('the words of the card fields in %s are of that language alone', (language) => {
  const others = LANGUAGES.filter((other) => other !== language).map(
    (other) => FIELDS_TEXTS[other],
  );
  for (const [name, text] of Object.entries(FIELDS_TEXTS[language])) {
    expect(text).not.toBe('');
    expect(others.map((texts) => texts[name as keyof typeof texts])).not.toContain(text);
  }
});
