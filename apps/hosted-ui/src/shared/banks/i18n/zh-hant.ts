import { han } from '../../i18n/han.js';
import type { BankTexts } from './en.js';

export const zhHant: BankTexts = {
  search: {
    search: '搜尋您的銀行',
    hint: '拼寫無需完全正確。',
    list: '銀行',
    found: (count) => han`${count} 間銀行`,
    none: '找不到銀行。請嘗試其他拼寫或減少字數。',
    failed: '未能載入銀行清單。',
    business: '商業',
    ownPage: '會開啟銀行網頁',
    title: '選擇您的銀行',
    change: '更改銀行',
  },
  login: {
    show: '顯示',
    hide: '隱藏',
    title: (institution) => han`登入 ${institution}`,
    continue: '登入',
    fields: { user_id: '用戶名稱', password: '密碼' },
  },
};
