/** @takes 110 s */
import { jest } from '@jest/globals';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import { describeScreens } from './describe-screens.js';

jest.setTimeout(60_000);

describeScreens(PAY_GALLERY);
