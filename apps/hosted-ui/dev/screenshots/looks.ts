import type { Page } from 'playwright-core';
import { SIZES } from '../walk/gallery.js';

export interface Look {
  readonly size: keyof typeof SIZES;
  readonly colorScheme: 'light' | 'dark';
}

/** The first one is what a tab opens with. */
export const LOOKS: readonly Look[] = (['phone', 'desktop'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })),
);

/** `phone.light` */
export function nameOf({ size, colorScheme }: Look): string {
  return `${size}.${colorScheme}`;
}

/** Turns a page to a look, frames too, and waits until it is drawn that way. */
export async function turnTo(page: Page, { size, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme });
  for (const frame of page.frames()) {
    await frame.evaluate(async () => {
      await document.fonts.ready;
      for (let drawn = 0; drawn < 3; drawn += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
  }
}
