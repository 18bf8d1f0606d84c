import { zhHant as page } from '../../../shared/i18n/page/zh-hant.js';
import { han } from '../../../shared/i18n/han.js';
import type { Texts } from './en.js';

export const zhHant: Texts = {
  ...page,
  toTry: {
    body: '不會有真實款項轉移。',
    withCard:
      '不會有真實款項轉移。請使用卡號 4242 4242 4242 4242、任何未到期的日期及任何安全碼付款。',
  },
  summary: {
    label: '付款摘要',
    amountDue: '應付金額',
    amount: '金額',
    saveMethod: '儲存付款方式',
    cardSaved: '卡片已儲存',
    nothingDue: '今天不會收取任何費用。',
    reference: '參考編號',
  },
  loading: '正在載入付款資料',
  autopay: {
    title: '下次自動付款？',
    body: (merchant) => han`${merchant} 希望日後可以自動收款，無需您每次操作。`,
    yes: '是，自動付款',
    yesBody: (merchant) => han`款項到期時，${merchant} 會從您這次使用的付款方式收款。`,
    no: '否，每次詢問我',
    noBody: () => '每次付款均由您自行開始。',
    continue: '繼續',
    change: (merchant) => han`您可以隨時向 ${merchant} 更改此設定。`,
  },
  oneTap: {
    title: '選擇付款方式',
    label: '一鍵付款',
    payWith: (card) => han`以 ${card} 付款`,
    wallet: '以電子錢包付款',
    orByCard: '或使用卡片付款',
    orByAnotherCard: '或使用其他卡片付款',
    setupTitle: '選擇付款方式',
    orSaveCard: '或儲存卡片',
  },
  cardForm: {
    title: '以卡片付款',
    setupTitle: '儲存您的卡片',
    frameTitle: '卡片資料',
    accepted: '接受的卡片',
    loading: '正在載入卡片表格',
    pay: (amount) => han`支付 ${amount}`,
    save: '儲存卡片',
    paying: '正在提交付款…',
    saving: '正在儲存卡片…',
    reload: '重新載入卡片表格',
    trust: (merchant) => han`您的卡片資料會直接傳送至卡片處理商，${merchant} 不會看到您的卡號。`,
    consent: {
      AUTOPAY: {
        PAYMENT: (merchant) =>
          han`付款即表示您同意 ${merchant} 儲存此卡片，並在日後付款時直接收款，無需每次詢問您。`,
        SETUP: (merchant) =>
          han`儲存此卡片即表示您同意 ${merchant} 在日後付款時直接收款，無需每次詢問您。`,
      },
      CLICK_TO_PAY: {
        PAYMENT: (merchant) =>
          han`${merchant} 會儲存此卡片，讓您下次付款更快捷。只有您自行開始付款時才會收款。`,
        SETUP: (merchant) =>
          han`${merchant} 會儲存此卡片供日後使用。只有您自行開始付款時才會收款。`,
      },
    },
    notices: {
      card: '請檢查卡片資料後再試。您並未被收費。',
      cardFormSilent: '卡片表格沒有回應。您並未被收費。請重新載入後再試。',
      notReceived: '我們未收到您的資料，因此您並未被收費。請檢查網絡連線後再試。',
      notAccepted: '這次未能使用您的卡片。您並未被收費。請重新輸入。',
    },
  },
  processing: {
    title: '正在確認您的付款',
    setupTitle: '正在確認您的卡片',
    body: '我們正等待您的銀行確認，通常只需數秒，有時需要數分鐘。結果會自動顯示在此頁。',
    setupBody: '我們正等待您的銀行確認您的卡片，通常只需數秒。結果會自動顯示在此頁。',
    doNotRepeat: (merchant) =>
      han`請勿再次付款。您可以關閉此頁：付款會繼續進行，${merchant} 會得知結果。`,
    setupDoNotRepeat: (merchant) => han`您可以關閉此頁：程序會繼續進行，${merchant} 會得知結果。`,
  },
  challenge: {
    title: '請在銀行頁面驗證身份',
    leaving: '您的銀行需要確認是您本人。我們正帶您前往銀行頁面。',
    waiting: '您的銀行需要確認是您本人。如果您剛完成驗證，結果會自動顯示在此頁。',
    notCharged: '您尚未被收費。',
    open: '前往您的銀行',
  },
  success: {
    title: '付款完成',
    body: (amount, merchant) => han`您已向 ${merchant} 支付 ${amount}。`,
    setupTitle: '卡片已儲存',
    setupBody: (merchant) => han`您的卡片已為 ${merchant} 儲存，並未收取任何費用。`,
    saved: {
      AUTOPAY: (merchant) => han`${merchant} 可在日後付款時從此卡片收款。`,
      CLICK_TO_PAY: () => '只有您自行開始付款時，才會從此卡片收款。',
    },
  },
  alreadyPaid: {
    title: '已經付款',
    body: (merchant) =>
      han`這筆向 ${merchant} 的付款早前已經完成。您沒有再次被收費，無需再做任何事。`,
    setupTitle: '卡片已經儲存',
    setupBody: (merchant) => han`早前已透過此連結為 ${merchant} 儲存卡片，無需再做任何事。`,
  },
  failed: {
    PAYMENT_METHOD_EXPIRED: {
      title: '您的卡片已過期',
      happened: '由於卡片已過有效期限，銀行拒絕了這張卡片。',
      next: '請使用另一張卡片再試。',
    },
    PAYMENT_METHOD_DECLINED: {
      title: '您的卡片被拒絕',
      happened: '您的銀行沒有批准這張卡片，亦沒有提供其他原因。',
      next: '請使用另一張卡片，或向銀行查詢原因。',
    },
    INSUFFICIENT_FUNDS: {
      title: '餘額不足',
      happened: '您的銀行表示這張卡片的餘額或信用額不足以付款。',
      next: '請使用另一張卡片，或為這張卡片增值後再試。',
    },
    AUTHENTICATION_FAILED: {
      title: '您的銀行未能確認是您本人',
      happened: '銀行的身份驗證被拒絕或未完成。',
      next: '請再試一次並完成驗證，或使用另一張卡片。',
    },
    OTHER: {
      title: '未能完成',
      happened: '未能處理這張卡片。',
      next: '請再試一次，或使用另一張卡片。',
    },
  },
  debit: {
    offer: '從您的銀行直接付款',
    payFrom: (bank, ending) => han`從 ${bank} 戶口（尾\u2060號\u00a0${ending}）付款`,
    account: (bank, ending) => han`${bank} 戶口（尾號 ${ending}）`,
    yourBank: '您的銀行',
    cannotPay: '這項直接付款授權已不能用於這筆付款。您並未被收費。請選擇其他付款方式。',
    collecting:
      '您的銀行正在執行直接付款，可能需要數天。您無需再做任何事；如果很快有結果，會自動在此頁顯示。',
    setUp: '設定直接付款授權',
    settingUp: {
      title: '正在設定直接付款授權',
      body: '我們正在等候您的銀行，可能需要數天。您無需再做任何事；如果很快有結果，會自動在此頁顯示。',
    },
    setUpDone: '直接付款授權已設定',
    setUpBody: (merchant) => han`給 ${merchant} 的直接付款授權已設定，並未收取任何款項。`,
    failed: {
      INSUFFICIENT_FUNDS: {
        title: '餘額不足',
        happened: '您的銀行表示戶口餘額不足以付款。',
        next: '請為戶口存入款項後再試，或以其他方式付款。',
      },
      AUTHENTICATION_FAILED: {
        title: '您的銀行未能確認是您本人',
        happened: '銀行登入被拒絕或未完成。',
        next: '請再試一次，或以其他方式付款。',
      },
      OUTSIDE_TERMS: {
        title: '超出您同意的範圍',
        happened: '這筆付款超出您的直接付款授權的限額或日期。',
        next: '請以其他方式付款。',
      },
      ENDED: {
        title: '您的直接付款授權已終止',
        happened: '授權在收款前已被撤回或取消。',
        next: '請重新設定授權，或以其他方式付款。',
      },
      OTHER: {
        title: '您的銀行未有接受',
        happened: '您的銀行未有執行直接付款。',
        next: '請再試一次，或以其他方式付款。',
      },
    },
  },
  transfer: {
    offer: '銀行轉賬',
    title: '以銀行轉賬付款',
    body: (merchant) =>
      han`請透過您的銀行向 ${merchant} 一次過轉賬，金額須與下方完全相同，並填寫轉賬編號。`,
    amount: '轉賬金額',
    recipient: '收款人',
    account: '戶口號碼',
    reference: '轉賬編號',
    rules:
      '沒有編號，我們無法得知款項的用途。金額不足，款項會全部退回；金額過多，多出的部分會退回。',
    waiting: '款項到賬後，結果會自動在此頁顯示。等候期間您可以關閉此頁。',
    otherWay: '以其他方式付款',
    otherWayRule: '您已經轉賬？請保留銀行轉賬：如果選擇其他方式，款項會退回給您。',
    returned: {
      TOO_LITTLE: (amount) =>
        han`我們收到 ${amount}，少於應付金額，款項已退回給您。請一次過轉賬全部金額。`,
      OTHER_CURRENCY: (amount) => han`我們收到 ${amount}，與這筆付款的貨幣不同，款項已退回給您。`,
    },
  },
  surcharge: {
    label: '附加費',
    total: '應付總額',
    added: (amount) => han`（另加附加費 ${amount}）`,
    included: (amount) => han`已包括附加費 ${amount}`,
    changed: '這種付款方式的附加費已更改。您並未被收費。請查看新的總額後再試。',
  },
  moneyMoved: {
    NO: () => '您並未被收費。',
    YES: (merchant) => han`您已被收費，款項正在退回。如果數天內未收到，請聯絡 ${merchant}。`,
    UNKNOWN: (merchant) => han`我們尚未知道您是否已被收費。在 ${merchant} 確認之前，請勿再次付款。`,
  },
  expired: {
    title: '此付款連結已過期',
    body: (merchant) => han`付款時限已過。請向 ${merchant} 索取新的連結。`,
  },
  cancelled: {
    title: '此付款已取消',
    body: (merchant) => han`${merchant} 已取消此付款，這裡無需再付款。`,
  },
  invalidLink: {
    title: '此連結無法使用',
    body: () =>
      '連結可能不完整或已失效。請從您收到的訊息中再次開啟，或向發送者索取新的連結。您並未被收費。',
  },
  sessionEnded: {
    title: '請再次開啟連結',
    body: () =>
      '為了您的安全，此頁已關閉。請再次開啟付款連結以繼續。如果您尚未按下付款，您並未被收費；如果已按下，請先開啟連結查看結果，再決定是否付款。',
  },
  usedUp: {
    by: {
      CARD: (merchant) =>
        han`此付款連結今後都不再接受卡片。請選擇其他方式，或向 ${merchant} 索取新的連結。`,
      MANDATE: (merchant) =>
        han`此付款連結今後都不再接受直接付款。請選擇其他方式，或向 ${merchant} 索取新的連結。`,
    },
    otherWays: '查看其他付款方式',
    title: '此連結的嘗試次數已用完',
    body: '為防止卡片及戶口被濫用，每個付款連結只能嘗試數次。此連結不能再試，等待亦不會改變。',
    next: (merchant) => han`請向 ${merchant} 索取新的連結。`,
  },
  noMethod: {
    title: '目前無法付款',
    body: (merchant) =>
      han`${merchant} 目前未能透過此連結收款。您並未被收費。請稍後再試，或聯絡 ${merchant}。`,
  },
  offline: {
    title: '沒有網絡連線',
    body: () =>
      '我們無法連接付款服務。請檢查您的網絡連線；連線恢復後我們會立即再試。如果您尚未按下付款，您並未被收費；如果已按下，結果會在此頁顯示。重試絕不會重複收費。',
  },
  server: {
    title: '我們的系統出現問題',
    body: () =>
      '未能載入這筆付款。如果您尚未按下付款，您並未被收費；如果已按下，結果會在此頁顯示。請稍後再試，重試絕不會重複收費。',
  },
  rateLimited: {
    title: '嘗試次數過多',
    body: () => '為防止卡片及戶口被濫用，我們會在多次嘗試後暫停。上一次嘗試並未執行，亦沒有收費。',
  },
  receipt: {
    card: '卡片',
    account: '付款戶口',
    cardEnding: (brand, last4) => han`${brand}（尾號 ${last4}）`,
  },
  brandUnknown: '卡片',
};
