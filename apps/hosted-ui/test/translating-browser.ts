import { eventually } from '@towpath/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { type Entry, visit } from '../dev/walk/gallery.js';
import { speakerOf } from '../dev/walk/speakers.js';
import type { HostedSite } from './hosted-site.js';
import { watchedVisitor } from './sound-screen.js';

/** A visitor whose browser translates, with the faults of the pages. */
export async function translatingVisitor(hosted: HostedSite) {
  const visitor = await watchedVisitor(hosted);
  await translateIn(visitor.context);
  return visitor;
}

/** Compares a screen in a browser that translates with the same screen in one that does not. */
export async function translationsIn(hosted: HostedSite): Promise<(entry: Entry) => Promise<void>> {
  const { context: plainContext } = await watchedVisitor(hosted);
  const { context, faults } = await translatingVisitor(hosted);
  const speaker = speakerOf('en');
  return async (entry) => {
    const [plain, translated] = await Promise.all(
      [plainContext, context].map((each) =>
        visit(entry, { site: hosted.site, context: each, speaker }),
      ),
    );
    if (!plain || !translated) throw new Error('both pages open');
    await eventually(async () => {
      expect(await visibleText(translated.page)).toEqual(await visibleText(plain.page));
      return true;
    });
    expect(await translated.page.locator('font').count()).toBeGreaterThan(0);
    expect(await translatableNumbers(plain.page)).toEqual([]);
    await Promise.all([plain.page.close(), translated.page.close()]);
    expect(faults.splice(0)).toEqual([]);
  };
}

/**
 * Does to the pages of a context what browsers do that translate: each text node, also a later one,
 * is replaced with an element that holds a copy. The text stays the same, so that it can be compared.
 */
async function translateIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const replaceTexts = (root: Node) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      for (const text of texts) {
        const { parentElement: parent } = text;
        if (!parent || parent.closest('font, head, script, style')) continue;
        const font = document.createElement('font');
        font.appendChild(document.createElement('font')).textContent = text.data;
        text.replaceWith(font);
      }
    };
    new MutationObserver(() => replaceTexts(document)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}

/** Visible text of a page and its frames. IDs differ between two visits. */
export async function visibleText(page: Page): Promise<string[]> {
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => document.body.innerText)),
  );
  return texts.map((text) => text.replaceAll(/\b[0-9A-Z]{20,}\b/g, 'ID'));
}

/** Texts with a number that a browser may translate. */
function translatableNumbers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, textContent: text } = node;
      if (!parent?.closest('[translate="no"]') && /\p{Nd}/u.test(text ?? ''))
        found.push(text ?? '');
    }
    return found;
  });
}
