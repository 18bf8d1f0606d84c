import { eventually } from '@towpath/testing';
import type { BrowserContext, Page } from 'playwright-core';
import type { HostedSite } from './hosted-site.js';
import { WatchedVisitor } from './watched-visitor.js';

/** A visitor whose browser translates, with the faults of the pages. */
export async function translatingVisitor(hosted: HostedSite): Promise<WatchedVisitor> {
  const visitor = await WatchedVisitor.of(hosted);
  await translateIn(visitor.context);
  return visitor;
}

/** Waits until a translated page has the text of the same page that is not translated. */
export async function keepsItsText(plain: Page, translated: Page): Promise<void> {
  await eventually(async () => {
    expect(await visibleText(translated)).toEqual(await visibleText(plain));
    return true;
  });
  expect(await translated.locator('font').count()).toBeGreaterThan(0);
  expect(await translatableNumbers(plain)).toEqual([]);
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
