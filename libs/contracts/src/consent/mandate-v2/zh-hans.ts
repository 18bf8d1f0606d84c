import { zhHans as first } from '../mandate-v1/zh-hans.js';
import type { MandateWords } from '../mandate-v1/mandate-words.js';
import { joined } from './joined.js';

export const zhHans: MandateWords = {
  ...first,
  permission: ({ merchant, institution, description }) =>
    joined`本人授权 ${merchant} 以直接借记方式，从本人在 ${institution ?? '银行'} 的账户收取款项${description ? `（${description}）` : ''}。`,
  withoutAsking: (merchant) => joined`${merchant} 无需在每次收款前征求本人同意。`,
  withdrawal: (merchant) => joined`本人可随时向银行或 ${merchant} 撤回此授权。`,
};
