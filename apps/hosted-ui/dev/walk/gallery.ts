import type { FrameLocator, Page } from 'playwright-core';
import type { FakeSite, PageName } from '../fake/fake-site.js';
import type { Shop } from '../fake/shop.fixture.js';
import { actAsProcessor } from './processor.fixture.js';
import type { Speaker, TextsOf } from './speakers.js';
import type { Visitor } from './visitors.js';

export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** One screen of a page, or a variant that looks different, and the way to it. */
export interface Entry {
  readonly name: string;
  readonly page: PageName;
  /** Null: the page is opened without any link. */
  readonly scenario: string | null;
  /** The page stands in a frame of a shop. */
  readonly framed: boolean;
  readonly arrive: (place: Place, speaker: Speaker) => Promise<Visitor>;
}

type Place = readonly [Page, (Page | FrameLocator)?];
export type Step<V extends Visitor> = (visitor: V, speaker: Speaker) => Promise<unknown>;
/** The parts of texts that have a title, maybe with the name of a bank. */
type Titled<T> = {
  [Part in keyof T]: T[Part] extends { readonly title: infer Title }
    ? Title extends string | ((bank: string) => string)
      ? Part
      : never
    : never;
}[keyof T];

/** What the gallery of one page is made of. */
export function galleryOf<P extends PageName, V extends Visitor, S extends string>(
  page: P,
  VisitorOf: new (...place: Place) => V,
) {
  type Texts = TextsOf[P];
  /** Waits for a title. */
  const says =
    (title: (texts: Texts) => string): Step<V> =>
    (visitor, { texts }) =>
      visitor.sees(title(texts[page]));
  return {
    /** Name, scenario, and the steps that lead to the screen. */
    entry: (name: string, scenario: S | null, ...steps: readonly Step<V>[]): Entry => ({
      ...{ name, page, scenario },
      framed: name.startsWith('frame-'),
      arrive: async (place, speaker) => {
        const visitor = new VisitorOf(...place);
        for (const step of steps) await step(visitor, speaker);
        return visitor;
      },
    }),
    /** For steps to which something is given: `step((payer, { texts }, typed: string) => …)`. */
    step:
      <Given extends readonly unknown[]>(
        run: (visitor: V, speaker: Speaker, ...given: Given) => Promise<unknown>,
      ) =>
      (...given: Given): Step<V> =>
      (visitor, speaker) =>
        run(visitor, speaker, ...given),
    says,
    sees: (part: Titled<Texts>) =>
      says((texts) => {
        const { title } = texts[part] as { title: string | ((bank: string) => string) };
        return typeof title === 'string' ? title : title('Test Bank');
      }),
  };
}

/** A step that waits until something is there. */
export const shows =
  (selector: string): Step<Visitor> =>
  ({ place }) =>
    place.locator(selector).first().waitFor();

export const pressesMain: Step<Visitor> = ({ mainButton }) => mainButton.click();
export const goesBack: Step<Visitor> = ({ page }) => page.goBack();
export const seesNotice: Step<Visitor> = ({ notice }) => notice.waitFor();

interface Surroundings {
  readonly site: FakeSite;
  readonly tab: Page;
  readonly speaker: Speaker;
  /** What framed pages stand in. */
  readonly shop?: Shop;
}

/** Opens an entry in a tab and waits until its screen shows. */
export async function visit(
  { page: name, scenario, framed, arrive }: Entry,
  { site, tab, speaker, shop }: Surroundings,
): Promise<Visitor> {
  if (scenario === 'silent_card_fields') await tab.addInitScript(hurry);
  if (name === 'pay' && scenario) await actAsProcessor(tab, scenario);
  const url = scenario
    ? site.open(name, scenario, speaker.views[name]).url
    : `${site.origin}/hosted/${name}`;
  if (framed && !shop) throw new Error('a framed page needs a shop');
  await tab.goto(framed && shop ? shop.checkout(url) : url);
  return arrive([tab, framed ? tab.frameLocator('#payment') : tab], speaker);
}

/** Makes the timers of a page ten times faster. */
function hurry(): void {
  const later = window.setTimeout.bind(window);
  window.setTimeout = ((run: () => void, ms = 0) => later(run, ms / 10)) as typeof setTimeout;
}
