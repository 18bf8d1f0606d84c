import { join } from 'node:path';
import type { OperatorRole } from '@towpath/contracts/operator';
import type { Browser, BrowserContext } from 'playwright-core';
import { FakeConsole } from '../fake/fake-console.js';
import { goTo, LOGINS, SCREENS, type Screen } from '../walk/screens.js';

interface Session {
  readonly appDir: string;
  readonly browser: Browser;
  /** Gives a context the fonts of the pictures. */
  readonly lendFonts: (context: BrowserContext, language: string) => Promise<void>;
  /** Of the names of pictures, such as `resource.admin.phone.dark`. */
  readonly only: RegExp;
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const SCHEMES = ['light', 'dark'] as const;
const PLACE = {
  locale: 'en-HK',
  timezoneId: 'Asia/Hong_Kong',
  reducedMotion: 'reduce',
  // For the lent fonts alone.
  bypassCSP: true,
} as const;

interface Sitting {
  readonly screen: Screen;
  readonly role: OperatorRole | undefined;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: (typeof SCHEMES)[number];
  readonly name: string;
}

/** A picture of every screen for each role, size and scheme. Returns how many are missing. */
export async function takeScreenshots(session: Session): Promise<number> {
  const fake = new FakeConsole(join(session.appDir, 'dist'));
  const baseURL = await fake.start();
  let missing = 0;
  for (const sitting of sittings().filter(({ name }) => session.only.test(name))) {
    const { screen, role, name, ...options } = sitting;
    Object.assign(fake, { role, way: 'password', unanswered: [], isCut: false, loginAgeMs: 0 });
    fake.actions.reset();
    screen.prepare?.(fake);
    const context = await session.browser.newContext({ ...PLACE, ...options, baseURL });
    try {
      await session.lendFonts(context, 'en');
      const page = await context.newPage();
      await goTo(page, screen);
      await page.evaluate(() => document.fonts.ready);
      const path = join(session.appDir, '.cache/screenshots', name);
      await page.screenshot({ path, fullPage: true });
    } catch (error) {
      missing += 1;
      process.stderr.write(`${name}: ${String(error)}
`);
    } finally {
      await context.close();
    }
  }
  await fake.stop();
  return missing;
}

function sittings(): Sitting[] {
  return [...SCREENS, ...LOGINS].flatMap((screen) =>
    (screen.roles.length > 0 ? screen.roles : [undefined]).flatMap((role) =>
      Object.entries(SIZES).flatMap(([size, viewport]) =>
        SCHEMES.map((colorScheme) => {
          const name = `${[screen.name, role ?? 'stranger', size, colorScheme].join('.')}.png`;
          return { screen, role, viewport, colorScheme, name };
        }),
      ),
    ),
  );
}
