import { LOOKS, nameOf, turnTo } from '../dev/screenshots/looks.js';
import { type Entry, visit } from '../dev/walk/gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import { LANGUAGES, type Language } from '../src/shared/i18n/languages.js';
import { EACH_SCREEN } from './each-screen.js';
import { HostedSite } from './hosted-site.js';
import { inspect, overflow, soundScreen, watchedVisitor } from './sound-screen.js';

/** Before a link is known, and where the scenario has a language of its own. */
const OTHER_LANGUAGE = /^loading$|-(zh-hant|zh-hans|ko|vi)(-|$)/;

/** Languages whose every variant is shown: that of the scenarios, and that of the longest words. */
const IN_FULL: readonly Language[] = ['en', 'vi'];

/** The screens of a gallery in each language, size and colour scheme. */
export function describeScreens(gallery: readonly Entry[]): void {
  const all = gallery.filter(({ framed }) => !framed);
  const oneOfEach = all.filter((entry) => EACH_SCREEN.includes(entry));
  let hosted: HostedSite;

  beforeAll(async () => {
    hosted = await HostedSite.start();
  });
  afterAll(() => hosted.stop());

  describe.each(LANGUAGES)('in %s', (language) => {
    const speaker = speakerOf(language);
    let visitor: Awaited<ReturnType<typeof watchedVisitor>>;

    beforeAll(async () => {
      visitor = await watchedVisitor(hosted, speaker.locale);
    });
    afterAll(() => hosted.closePayers());

    it.each(IN_FULL.includes(language) ? all : oneOfEach)(
      'the $page page fits each size and scheme at $name',
      async (entry) => {
        const { context, faults } = visitor;
        const screen = await visit(entry, { site: hosted.site, context, speaker });
        const { page } = screen;
        expect(faults.splice(0)).toEqual([]);
        if (language === 'en') expect(await inspect(screen)).toEqual(soundScreen(entry));
        if (!OTHER_LANGUAGE.test(entry.name)) {
          expect(await page.locator('html').getAttribute('lang')).toBe(language);
        }
        for (const look of LOOKS) {
          await turnTo(page, look);
          expect([nameOf(look), await overflow(page)]).toEqual([nameOf(look), 0]);
        }
        await page.setViewportSize({ width: 320, height: 568 });
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await page.close();
      },
    );
  });
}
