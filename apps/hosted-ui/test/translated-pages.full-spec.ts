import { jest } from '@jest/globals';
import type { Entry } from '../dev/walk/gallery.js';
import { LINK_GALLERY } from '../dev/walk/link-gallery.js';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { HostedSite } from './hosted-site.js';
import { translationsIn } from './translating-browser.js';

const ENTRIES = [...PAY_GALLERY, ...MANDATE_GALLERY, ...LINK_GALLERY].filter(
  ({ framed }) => !framed,
);

jest.setTimeout(60_000);

let hosted: HostedSite;
let compare: (entry: Entry) => Promise<void>;

beforeAll(async () => {
  hosted = await HostedSite.start();
  compare = await translationsIn(hosted);
});
afterAll(() => hosted.stop());

it.each(ENTRIES)('the $page page that a browser translates keeps its text at $name', (entry) =>
  compare(entry),
);
