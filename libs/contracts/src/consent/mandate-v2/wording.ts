import { en } from '../mandate-v1/en.js';
import { ko } from '../mandate-v1/ko.js';
import { vi } from '../mandate-v1/vi.js';
import { wordingWith } from '../mandate-v1/wording.js';
import { zhHans } from './zh-hans.js';
import { zhHant } from './zh-hant.js';

/** The first version, but without a space between Chinese text and a Chinese name. */
export const mandateV2 = wordingWith({ en, 'zh-Hant': zhHant, 'zh-Hans': zhHans, ko, vi });
