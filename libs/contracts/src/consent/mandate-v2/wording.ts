import { en } from '../mandate-v1/en.js';
import { ko } from '../mandate-v1/ko.js';
import type { MandateWords } from '../mandate-v1/mandate-words.js';
import { vi } from '../mandate-v1/vi.js';
import { wordingWith } from '../mandate-v1/wording.js';
import { zhHans } from '../mandate-v1/zh-hans.js';
import { zhHant } from '../mandate-v1/zh-hant.js';

const hans: MandateWords = {
  ...zhHans,
  permission: ({ merchant, institution, description }) =>
    joined`本人授权 ${merchant} 以直接借记方式，从本人在 ${institution ?? '银行'} 的账户收取款项${description ? `（${description}）` : ''}。`,
  withoutAsking: (merchant) => joined`${merchant} 无需在每次收款前征求本人同意。`,
  withdrawal: (merchant) => joined`本人可随时向银行或 ${merchant} 撤回此授权。`,
};

const hant: MandateWords = {
  ...zhHant,
  permission: ({ merchant, institution, description }) =>
    joined`本人授權 ${merchant} 以直接付款方式，從本人於 ${institution ?? '銀行'} 的戶口收取款項${description ? `（${description}）` : ''}。`,
  withoutAsking: (merchant) => joined`${merchant} 無需在每次收款前徵求本人同意。`,
  withdrawal: (merchant) => joined`本人可隨時向銀行或 ${merchant} 撤回此授權。`,
};

/** The first version, but without a space between Chinese text and a Chinese name. */
export const mandateV2 = wordingWith({ en, 'zh-Hant': hant, 'zh-Hans': hans, ko, vi });

const WIDE = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef]`;
const SPACE_AT_END = new RegExp(`(?<=${WIDE}) $`, 'u');
const SPACE_AT_START = new RegExp(`^ (?=${WIDE})`, 'u');
const STARTS_WIDE = new RegExp(`^${WIDE}`, 'u');
const ENDS_WIDE = new RegExp(`${WIDE}$`, 'u');

/**
 * Joins a Chinese sentence and its values. It removes the space beside a value if full-width
 * characters meet there. It never changes a value, because values are names and the sentence is
 * evidence.
 */
function joined(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const pieces = parts.flatMap((part, index) => [part, values[index] ?? '']);
  return pieces.reduce((text, piece) => {
    if (STARTS_WIDE.test(piece)) return text.replace(SPACE_AT_END, '') + piece;
    return text + (ENDS_WIDE.test(text) ? piece.replace(SPACE_AT_START, '') : piece);
  });
}
