import { han } from '../../i18n/han.js';
import type { BankTexts } from './en.js';

export const zhHans: BankTexts = {
  search: {
    search: '搜索您的银行',
    hint: '拼写无需完全正确。',
    list: '银行',
    found: (count) => han`${count} 家银行`,
    none: '找不到银行。请尝试其他拼写或减少字数。',
    failed: '未能加载银行列表。',
    business: '企业',
    ownPage: '会打开银行网页',
    title: '选择您的银行',
    change: '更换银行',
  },
  login: {
    show: '显示',
    hide: '隐藏',
    title: (institution) => han`登录 ${institution}`,
    continue: '登录',
    fields: { user_id: '用户名', password: '密码' },
  },
};
