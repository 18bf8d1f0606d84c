import type { FrameLocator, Locator, Page } from 'playwright-core';

type Place = Page | FrameLocator;

export function titleIn(place: Place, title: string): Locator {
  return place.getByRole('heading', { level: 1, name: title, exact: true });
}

/** A title takes the focus a moment after it is shown: the keyboard goes on from there. */
export function focusedTitleIn(place: Place, title: string): Locator {
  return titleIn(place, title).and(place.locator(':focus'));
}
