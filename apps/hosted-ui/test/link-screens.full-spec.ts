/** @takes 70 s */
import { jest } from '@jest/globals';
import { LINK_GALLERY } from '../dev/walk/link-gallery.js';
import { describeScreens } from './describe-screens.js';

jest.setTimeout(60_000);

describeScreens(LINK_GALLERY);
