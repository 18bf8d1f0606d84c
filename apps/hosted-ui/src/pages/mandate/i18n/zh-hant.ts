import { zhHant as banks } from '../../../shared/banks/i18n/zh-hant.js';
import { han } from '../../../shared/i18n/han.js';
import { zhHant as page } from '../../../shared/i18n/page/zh-hant.js';
import type { MandateTexts } from './en.js';

export const zhHant: MandateTexts = {
  ...page,
  loading: '正在載入直接付款授權',
  toTry:
    '沒有真實銀行，也不涉及真實款項。請選擇 Test Bank，以用戶名稱 usergood、密碼 datagood 及驗證碼 123456 登入。',
  progress: ({ step, of }) => han`第 ${step} 步，共 ${of} 步`,
  summary: {
    label: '直接付款授權摘要',
    title: '設定直接付款授權',
    done: '直接付款授權已設定',
    ended: '直接付款授權',
    perPayment: (amount) => han`每筆最高 ${amount}`,
    ownLimit: (amount) => han`您自設的每筆上限：${amount}`,
    noLimit: '沒有最高金額',
    perPeriod: (amount, period) => han`${period}最高 ${amount}`,
    countPerPeriod: (count, period) => han`${period}最多 ${count} 筆`,
    periods: { DAILY: '每日', WEEKLY: '每週', MONTHLY: '每月', QUARTERLY: '每季', YEARLY: '每年' },
    nothingDue: '設定時不會收取任何款項。',
  },
  institution: {
    ...banks.search,
    sole: '您的銀行',
    body: (merchant) => han`${merchant} 將從您在該銀行的戶口收款。`,
    choosing: (institution) => han`正在選擇 ${institution}…`,
    keep: (institution) => han`繼續使用 ${institution}`,
  },
  account: {
    title: '您的戶口',
    holder: '戶口持有人',
    holderHint: '請按銀行記錄填寫姓名',
    holderFault: '請輸入戶口持有人姓名。',
    number: '戶口號碼',
    numberHint: '可加入空格或連字號',
    numberFault: '請輸入完整的戶口號碼。',
    continue: '繼續',
    trust: (merchant) => han`您的戶口資料會在此瀏覽器內加密。${merchant} 只會看到最後幾位數字。`,
  },
  consent: {
    title: '核對並同意',
    bank: '銀行',
    account: '戶口',
    ending: (last4) => han`尾號 ${last4}`,
    most: '每筆上限',
    perPeriod: (period) => han`${period}上限`,
    count: (period) => han`${period}筆數`,
    from: '開始日期',
    until: '結束日期',
    ownLimit: (currency) => han`您自設的每筆上限，${currency}（選填）`,
    ownLimitHint: '超過此上限的付款會被您的銀行拒絕。',
    ownLimitIs: (amount) => han`超過 ${amount} 的付款會被您的銀行拒絕。`,
    ownLimitFault: (example) => han`請輸入大於零的金額，例如 ${example}，或留空。`,
    ownLimitAbove: (most) => han`此授權每筆最多為 ${most}。請輸入不超過此數的金額，或留空。`,
    ownLimitBelow: (due) => han`此筆付款為 ${due}。請輸入不少於此數的金額，或留空。`,
    statement: '您同意的內容',
    edit: '更改戶口',
    agree: '同意並繼續',
    agreeAndGo: (institution) => han`同意並前往 ${institution}`,
    decline: '不同意',
    recorded: (merchant) => han`我們會為您、${merchant} 及您的銀行保留此內容和您同意的時間。`,
  },
  login: {
    ...banks.login,
    body: '您的銀行需要確認戶口屬於您。',
    userIdFault: '請輸入您的用戶名稱。',
    passwordFault: '請輸入您的密碼。',
    trust: (merchant) =>
      han`資料會在此瀏覽器內加密，只用於這次登入，不會保留。${merchant} 不會看到這些資料。`,
  },
  code: {
    title: '輸入驗證碼',
    body: (institution) => han`${institution} 已向您發送一次性驗證碼。`,
    code: '一次性驗證碼',
    hint: '通常為 6 位數字',
    fault: '請輸入銀行發送給您的驗證碼。',
    confirm: '確認',
    again: '重新登入',
  },
  bankPage: {
    title: '在銀行確認',
    leaving: (institution) => han`正在帶您前往 ${institution}。完成後您會返回此頁。`,
    newTab: (institution) => han`${institution} 會在新分頁開啟。完成後請返回此頁，此頁會自動繼續。`,
    waiting: '如果您剛剛已確認，此頁會自動繼續。',
    nothingYet: '目前尚未設定任何授權。',
    open: (institution) => han`前往 ${institution}`,
  },
  notices: {
    credentials: '您的銀行不接受此用戶名稱或密碼。未有設定任何授權。請核對後再試。',
    code: '您的銀行不接受此驗證碼。未有設定任何授權。請核對，或使用最新收到的驗證碼。',
    too_many: '暫時不能再登入。未有設定任何授權。請稍後使用新的連結再試。',
    bank_down: '目前無法連接此銀行。未有設定任何授權。請稍後再試，或選擇其他銀行。',
    bank_not_offered: '此銀行不提供直接付款授權。未有設定任何授權。請選擇其他銀行。',
    account_refused: '此戶口號碼不正確。未有設定任何授權。請核對後再試。',
    not_approved: '未有在銀行完成確認。未有設定任何授權。您可以再試一次。',
    consent_changed: '您開啟此頁面後，所同意的內容已有更改。未有設定任何授權。請重新閱讀。',
    limit_refused: '您的上限高於此授權所允許的金額。未有設定任何授權。請輸入較低的金額，或留空。',
    not_accepted: '未能接受此請求。未有設定任何授權。請再試一次。',
    not_sent: '我們未有收到資料。未有設定任何授權。請檢查網絡連線後再試。',
    our_fault: '我們的系統出現問題。未有設定任何授權。請稍後再試。',
    no_answer: '目前沒有網絡連線，未能確定資料是否已送達。您可以再試一次，不會重複設定。',
  },
  noticesOfSoleBank: {
    bank_down: '目前無法連接此銀行。未有設定任何授權。請稍後再試。',
    bank_not_offered: '此銀行不提供直接付款授權。未有設定任何授權。',
  },
  unavailableSoleBank: (merchant) => han`請稍後以 ${merchant} 的新連結再試。`,
  processing: {
    title: '正在設定直接付款授權',
    body: '我們正在等候您的銀行，通常只需數秒。結果會自動顯示在此。',
    close: (merchant) => han`您可以關閉此頁：設定會繼續進行，${merchant} 會得知結果。`,
  },
  submitted: {
    title: '您的銀行正在核實',
    body: '您的授權已交到銀行。部分銀行最多需要兩個工作天確認。',
    close: (merchant) => han`您無需再做任何事。您可以關閉此頁，${merchant} 會得知結果。`,
  },
  success: {
    title: '直接付款授權已設定',
    body: (merchant) => han`您的銀行已接受給 ${merchant} 的直接付款授權。`,
    mayCollect: (merchant) => han`${merchant} 現在可在您同意的限額內收款。`,
  },
  alreadyDone: {
    title: '早前已設定',
    body: (merchant) => han`給 ${merchant} 的直接付款授權早前已設定。您無需再做任何事。`,
  },
  nothingCollected: '未有設定任何授權，亦未有收取任何款項。',
  failed: {
    REJECTED: {
      title: '您的銀行拒絕了此授權',
      happened: '銀行不允許在此戶口設定直接付款授權。',
      next: (merchant) => han`請向 ${merchant} 索取新連結並使用其他戶口，或向您的銀行查詢原因。`,
    },
    LOCKED: {
      title: '嘗試次數過多',
      happened: '您的銀行暫時拒絕再次登入。',
      next: (merchant) => han`請稍候，然後向 ${merchant} 索取新連結。`,
    },
    LOGIN: {
      title: '您的銀行未能確認您的身份',
      happened: '銀行登入被拒絕或未有完成。',
      next: (merchant) => han`請向 ${merchant} 索取新連結再試。`,
    },
    UNAVAILABLE: {
      title: '無法連接您的銀行',
      happened: '銀行未有及時回應。',
      next: (merchant) => han`請稍後以 ${merchant} 的新連結再試，或使用其他銀行。`,
    },
    OTHER: {
      title: '未能完成',
      happened: '未能設定直接付款授權。',
      next: (merchant) => han`請向 ${merchant} 索取新連結再試。`,
    },
  },
  revoked: {
    title: '此授權已撤回',
    body: (merchant) => han`您已撤回此授權。${merchant} 不能再以此收款。`,
  },
  cancelled: {
    title: '此授權已取消',
    body: (merchant) => han`此授權已不再需要，${merchant} 不能以此收款。`,
  },
  closed: {
    title: '此授權已結束',
    body: (merchant) => han`${merchant} 不能以此收款。您無需再做任何事。`,
  },
  declined: {
    title: '您沒有同意',
    body: (merchant) => han`未有設定直接付款授權，${merchant} 不能收取任何款項。`,
    reconsider: '仍要繼續',
  },
  invalidLink: {
    title: '此連結無法使用',
    body: () =>
      '連結只能開啟一次，且只在數分鐘內有效。請返回之前的頁面重新開始。未有設定任何授權，亦未有收取任何款項。',
  },
  sessionEnded: {
    title: '請重新開始',
    body: () =>
      '為保障您的安全，此頁已關閉。請返回之前的頁面重新開啟。您已同意的內容會保留，亦未有收取任何款項。',
  },
  offline: {
    title: '沒有網絡連線',
    body: () =>
      '目前無法連接我們。請檢查您的網絡連線；恢復後我們會立即再試。您已同意的內容會保留，亦未有收取任何款項；重試不會重複設定。',
  },
  server: {
    title: '我們這邊出現問題',
    body: () =>
      '未能載入直接付款授權。請稍後再試：您已同意的內容會保留，亦未有收取任何款項；不會重複設定。',
  },
  rateLimited: {
    title: '嘗試次數過多',
    body: () => '為防止戶口被濫用，多次嘗試後我們會暫停。上一次嘗試並未執行，亦未有收取任何款項。',
  },
  receipt: { reference: '參考編號', ownLimit: '您自設的每筆上限' },
};
