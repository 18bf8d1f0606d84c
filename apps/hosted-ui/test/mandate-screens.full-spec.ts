/** @takes 100 s */
import { jest } from '@jest/globals';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { describeScreens } from './describe-screens.js';

jest.setTimeout(60_000);

describeScreens(MANDATE_GALLERY);
