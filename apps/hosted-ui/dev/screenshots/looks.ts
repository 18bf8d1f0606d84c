import type { Page } from 'playwright-core';
import { SIZES } from '../walk/gallery.js';

export interface Look {
  readonly size: keyof typeof SIZES;
  readonly colorScheme: 'light' | 'dark';
}

export const LOOKS = [
  { size: 'phone', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
] as const satisfies readonly Look[];

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
