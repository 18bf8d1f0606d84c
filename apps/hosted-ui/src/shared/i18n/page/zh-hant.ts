import { han } from '../han.js';
import type { PageTexts } from './en.js';

export const zhHant: PageTexts = {
  testMode: '測試模式。',
  footer: { support: '聯絡客戶服務', terms: '條款' },
  sessionNotice: {
    soon: (time) => han`為了您的安全，此頁會在 ${time} 關閉。延長時間後，您已填寫的內容會保留。`,
    stay: '延長時間',
    failed: '未能延長時間。請檢查網絡連線，然後再試一次。',
    last: (time) => han`此頁會在 ${time} 關閉，不能再延長。請在此之前完成，或稍後重新開始。`,
    extended: (time) => han`時間已延長至 ${time}。`,
  },
  backFromBank: {
    title: '您可以關閉此分頁',
    body: () => '原來的頁面會自動繼續。',
  },
  pause: {
    wait: (seconds) =>
      seconds < 90
        ? '您可以在約一分鐘後再試。'
        : han`您可以在約 ${Math.ceil(seconds / 60)} 分鐘後再試。`,
    now: '您現在可以再試。',
  },
  wayOut: {
    closePage: '您可以關閉此頁。',
    returningSoon: (merchant) => han`數秒後將帶您返回 ${merchant}。`,
    stay: '留在此頁',
  },
  unreachable: '目前沒有網絡連線，我們會繼續嘗試。',
  someMerchant: '商戶',
  sending: '正在傳送…',
  cancel: '取消',
  actions: {
    retry: '再試一次',
    returnTo: (merchant) => han`返回 ${merchant}`,
    contact: (merchant) => han`聯絡 ${merchant}`,
  },
};
