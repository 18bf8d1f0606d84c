import { zhHant as first } from '../mandate-v1/zh-hant.js';
import type { MandateWords } from '../mandate-v1/mandate-words.js';
import { joined } from './joined.js';

export const zhHant: MandateWords = {
  ...first,
  permission: ({ merchant, institution, description }) =>
    joined`本人授權 ${merchant} 以直接付款方式，從本人於 ${institution ?? '銀行'} 的戶口收取款項${description ? `（${description}）` : ''}。`,
  withoutAsking: (merchant) => joined`${merchant} 無需在每次收款前徵求本人同意。`,
  withdrawal: (merchant) => joined`本人可隨時向銀行或 ${merchant} 撤回此授權。`,
};
