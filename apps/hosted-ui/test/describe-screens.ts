import type { Entry } from '../dev/walk/gallery.js';
import type { Visitor } from '../dev/walk/visitors.js';
import { LANGUAGES, type Language } from '../src/shared/i18n/languages.js';
import { ahead } from './ahead.js';
import { EACH_SCREEN } from './each-screen.js';
import { HostedSite } from './hosted-site.js';
import { inspect, looksThatOverflow, soundScreen } from './sound-screen.js';
import { keepsItsText, translatingVisitor } from './translating-browser.js';
import { WatchedVisitor } from './watched-visitor.js';

/** Languages whose every variant is shown: that of the scenarios, and that of the longest words. */
const IN_FULL: readonly Language[] = ['en', 'vi'];

/** The screens of a gallery in each language, size and colour scheme, in English also translated. */
export function describeScreens(gallery: readonly Entry[]): void {
  const all = gallery.filter(({ framed }) => !framed);
  const oneOfEach = all.filter((entry) => EACH_SCREEN.includes(entry));
  let hosted: HostedSite;

  beforeAll(async () => {
    hosted = await HostedSite.start();
  });
  afterAll(() => hosted.stop());

  describe.each(LANGUAGES)('in %s', (language) => {
    const entries = IN_FULL.includes(language) ? all : oneOfEach;
    let found: (entry: Entry) => Promise<object>;

    beforeAll(async () => {
      const find =
        language === 'en' ? await englishScreens(hosted) : await screens(hosted, language);
      found = ahead(entries, find);
    });
    afterAll(() => hosted.closePayers());

    const title =
      language === 'en'
        ? 'the $page page is accessible, fits each look and keeps its text when a browser translates it at $name'
        : 'the $page page fits each size and scheme at $name';
    it.each(entries)(title, async (entry) => {
      const sound = language === 'en' ? soundScreen(entry) : { tooWideIn: [] };
      // Before a link is known, the page is in the language of the browser or in English.
      const lang = entry.name === 'loading' ? (expect.any(String) as unknown) : language;
      expect(await found(entry)).toEqual({ ...sound, lang, faults: [] });
    });
  });
}

/** Visits a screen in one language, and finds in which looks it is too wide. */
async function screens(hosted: HostedSite, language: Language) {
  const visitor = await WatchedVisitor.of(hosted, language);
  return async (entry: Entry): Promise<object> => {
    const { screen, leave } = await visitor.visit(entry);
    const tooWideIn = await looksThatOverflow(screen.page);
    return { tooWideIn, lang: await languageOf(screen), faults: await leave() };
  };
}

/** Visits a screen in a browser that translates and in one that does not: compares and inspects it. */
export async function englishScreens(hosted: HostedSite) {
  const visitor = await WatchedVisitor.of(hosted);
  const translating = await translatingVisitor(hosted);
  return async (entry: Entry): Promise<object> => {
    const [plain, translated] = await Promise.all([visitor.visit(entry), translating.visit(entry)]);
    await keepsItsText(plain.screen.page, translated.screen.page);
    const found = await inspect(plain.screen);
    const lang = await languageOf(plain.screen);
    const faults = [...(await plain.leave()), ...(await translated.leave())];
    return { ...found, lang, faults };
  };
}

function languageOf({ page }: Visitor): Promise<string | null> {
  return page.locator('html').getAttribute('lang');
}
