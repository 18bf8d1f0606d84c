import { zhHant as banks } from '../../../shared/banks/i18n/zh-hant.js';
import { han } from '../../../shared/i18n/han.js';
import { zhHant as page } from '../../../shared/i18n/page/zh-hant.js';
import type { LinkTexts } from './en.js';

export const zhHant: LinkTexts = {
  ...page,
  loading: '正在載入帳戶連結',
  toTry:
    '並非真實銀行，亦無真實資料。請選擇 Test Bank，以 usergood 及密碼 datagood 登入；或以 user_otp 登入，驗證碼為 123456。',
  someBank: '您的銀行',
  summary: {
    label: '帳戶連結摘要',
    title: '連結您的帳戶',
    update: '更新您的帳戶連結',
    refresh: '更新您的資料',
    readOnly: '只會讀取您的資料，不能用來轉移款項。',
  },
  institution: {
    ...banks.search,
    body: (merchant) => han`您同意後，${merchant} 可查看您在該銀行的帳戶資料。`,
    country: '國家或地區',
    any: '全部',
    type: '類型',
    types: { BANK: '銀行', WALLET: '電子錢包', TEST: '測試銀行' },
    opening: '正在開啟銀行…',
  },
  consent: {
    title: '核對並同意',
    statement: '您同意的內容',
    refresh: '讓資料保持最新',
    refreshHint: (merchant) =>
      han`${merchant} 日後取得新資料時不會再詢問您。您的登入資料會加密保存，只作此用途。`,
    refreshHintOwnPage: (merchant) =>
      han`在您的銀行允許的期限內，${merchant} 取得新資料時不會再詢問您。`,
    refreshForced: (merchant) =>
      han`${merchant} 會定期取得新資料，不會再詢問您。您的登入資料會加密保存，只作此用途。`,
    recorded: (merchant) => han`我們會為您及 ${merchant} 保存此文字及您同意的時間。`,
    agree: '同意並繼續',
    agreeAndGo: (institution) => han`同意並前往 ${institution}`,
    decline: '不同意',
  },
  login: {
    ...banks.login,
    fault: (field) => han`請填寫：${field}。`,
    otherWay: '以其他方式登入',
    trust: (merchant) => han`您的登入資料會在此瀏覽器內加密，${merchant} 無法看到。`,
  },
  refresh: {
    title: (institution) => han`更新 ${institution} 的資料`,
    body: (merchant) =>
      han`${merchant} 要求您的最新資料。將使用您已保存的登入資料；您同意的內容不變。`,
    ownPage: (institution) => han`${institution} 要求您在其網頁上確認。`,
    update: '立即更新',
    continue: (institution) => han`前往 ${institution}`,
    typeAnew: '重新輸入登入資料',
  },
  connecting: {
    title: (institution) => han`正在登入 ${institution}`,
    body: '通常需要數秒，此頁會自動繼續。',
  },
  action: {
    code: '輸入驗證碼',
    device: '選擇裝置',
    other: '您的銀行詢問',
    codeHint: '可包含空格',
    fault: '請回答此項。',
    choose: '請選擇',
    confirm: '繼續',
  },
  bankPage: {
    title: '向您的銀行確認',
    leaving: (institution) => han`正在帶您前往 ${institution}，完成後會返回此頁。`,
    newTab: (institution) => han`${institution} 會在新分頁開啟。完成後請返回此頁，此頁會自動繼續。`,
    waiting: '如您剛剛已確認，此頁會自動繼續。',
    nothingYet: '尚未連結任何帳戶。',
    open: (institution) => han`前往 ${institution}`,
  },
  connected: {
    title: (institution) => han`已連結 ${institution}`,
    arriving: (merchant) => han`您已登入，資料正傳送給 ${merchant}。`,
    complete: (merchant) => han`${merchant} 已收到您同意提供的資料。`,
    partial: (merchant) => han`${merchant} 已收到部分資料，其餘未能從您的銀行讀取。`,
    empty: {
      title: '找不到資料',
      body: (merchant) => han`您已登入，但您的銀行在此登入下沒有 ${merchant} 要求的資料。`,
    },
    goesOn: '您無須等候，離開此頁後仍會繼續。',
    progress: '您的資料',
    products: {
      accounts: '帳戶及結餘',
      transactions: '交易紀錄',
      statements: '結單',
      account_numbers: '帳戶號碼',
      identity: '姓名及聯絡資料',
      balance_history: '過往結餘',
      payments: '付款',
      income_estimation: '收入估算',
      card_details: '卡資料',
    },
    states: {
      ARRIVING: '傳送中',
      READY: '已收到',
      PARTLY: '已收到部分',
      NONE: '沒有資料',
      FAILED: '未能讀取',
    },
  },
  failed: {
    LOCKED: {
      title: '嘗試次數過多',
      happened: (institution) => han`暫時不能再登入 ${institution}。`,
      next: '請稍候一段時間再試。如銀行已鎖定登入，可向銀行查詢何時解除鎖定。',
    },
    LIMITED: {
      title: '嘗試次數過多',
      happened: (institution) => han`登入失敗次數過多，我們暫時不會再嘗試登入 ${institution}。`,
      next: '請返回應用程式，稍後再試。',
    },
    UNAVAILABLE: {
      title: '未能連接銀行',
      happened: (institution) => han`${institution} 目前沒有回應。`,
      next: '請數分鐘後再試。您的登入並未被拒絕。',
    },
    REFUSED: {
      title: '未獲確認',
      happened: (institution) => han`登入未在 ${institution} 獲得確認。`,
    },
    OTHER_LOGIN: {
      title: '登入資料不同',
      happened: (institution) => han`${institution} 已確認登入，但這不是您先前連結的登入資料。`,
      next: '請使用先前連結的登入資料登入。如要連結此登入資料，請在應用程式重新開始。',
    },
    TIMED_OUT: {
      title: '未及時回答',
      happened: (institution) => han`${institution} 等候您的回答，其後已結束登入。`,
    },
    OTHER: {
      title: '未能完成',
      happened: (institution) => han`未能連結 ${institution}。`,
    },
  },
  nothingLinked: '沒有連結任何帳戶。',
  nothingChanged: '沒有任何更改。',
  sameBank: '再試一次',
  otherBank: '選擇其他銀行',
  notices: {
    credentials: '您的銀行不接受此登入資料，沒有連結任何帳戶。請檢查後再試。',
    kept_login: '您已保存的登入資料不再有效。請重新輸入以更新資料。',
    bank_not_offered: '此銀行尚未能連結，沒有連結任何帳戶。請選擇其他銀行。',
    consent_changed: '您開啟此頁後，您同意的內容已更改，沒有連結任何帳戶。請重新閱讀。',
    not_accepted: '未能接受。請再試一次。',
    not_sent: '未能傳送給我們。請檢查網絡連線，然後再試。',
    our_fault: '我們的系統出現問題。請稍後再試。',
    stuck: '您的瀏覽器未能帶您返回。請再試一次。',
  },
  updateNotices: {
    credentials: '您的銀行不接受此登入資料，沒有任何更改。請檢查後再試。',
    bank_not_offered: '此銀行目前未能更新，沒有任何更改。',
    consent_changed: '您開啟此頁後，您同意的內容已更新，您的連結沒有任何更改。請重新閱讀。',
  },
  left: {
    title: '沒有連結任何帳戶',
    body: (merchant) => han`${merchant} 沒有收到任何資料。您可隨時在那裏重新開始。`,
  },
  unchanged: {
    title: '沒有任何更改',
    body: (merchant) => han`${merchant} 沒有收到新資料。您的連結維持不變。`,
  },
  done: {
    title: '已完成',
    body: (merchant) => han`${merchant} 會以您的資料繼續。您可以關閉此頁。`,
  },
  alreadyLinked: {
    title: '銀行已接受登入',
    body: (merchant) =>
      han`您取消之前，銀行已接受您的登入。${merchant} 會收到您同意提供的資料。如要終止連結，請聯絡 ${merchant}。`,
  },
  invalidLink: {
    title: '此連結無效',
    body: () => '連結只能開啟一次，並只在數分鐘內有效。請返回原處，您可在那裏重新開始。',
  },
  sessionEnded: {
    title: '請重新開始',
    body: () => '為了您的安全，此頁已關閉。請返回原處再次開啟。',
  },
  offline: {
    title: '沒有網絡連線',
    body: () => '未能連接我們。請檢查您的網絡連線；恢復後我們會立即再試。',
  },
  server: {
    title: '我們的系統出現問題',
    body: () => '未能載入此頁。請稍後再試。',
  },
  rateLimited: {
    title: '嘗試次數過多',
    body: () => '為防止帳戶被濫用，多次嘗試後我們會暫停。最後一次並未執行。',
  },
};
