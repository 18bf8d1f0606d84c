import { zhHans as page } from '../../../shared/i18n/page/zh-hans.js';
import { han } from '../../../shared/i18n/han.js';
import type { Texts } from './en.js';

export const zhHans: Texts = {
  ...page,
  toTry: {
    body: '不会发生真实的资金转移。',
    withCard:
      '不会发生真实的资金转移。请使用卡号 4242 4242 4242 4242、任意未到期的日期和任意安全码付款。',
  },
  summary: {
    label: '付款摘要',
    amountDue: '应付金额',
    amount: '金额',
    saveMethod: '保存付款方式',
    cardSaved: '银行卡已保存',
    nothingDue: '今天不会扣款。',
    reference: '参考编号',
  },
  loading: '正在加载付款信息',
  autopay: {
    title: '下次自动付款？',
    body: (merchant) => han`${merchant} 希望以后可以自动扣款，无需您每次操作。`,
    yes: '是，自动付款',
    yesBody: (merchant) => han`款项到期时，${merchant} 会从您这次使用的付款方式扣款。`,
    no: '否，每次询问我',
    noBody: () => '每次付款都由您自己发起。',
    continue: '继续',
    change: (merchant) => han`您可以随时向 ${merchant} 更改此设置。`,
  },
  oneTap: {
    title: '选择付款方式',
    label: '一键付款',
    payWith: (card) => han`使用 ${card} 付款`,
    wallet: '使用电子钱包付款',
    orByCard: '或使用银行卡付款',
    orByAnotherCard: '或使用其他银行卡付款',
    setupTitle: '选择付款方式',
    orSaveCard: '或保存银行卡',
  },
  cardForm: {
    title: '使用银行卡付款',
    setupTitle: '保存您的银行卡',
    frameTitle: '银行卡信息',
    accepted: '支持的银行卡',
    loading: '正在加载银行卡表单',
    pay: (amount) => han`支付 ${amount}`,
    save: '保存银行卡',
    paying: '正在提交付款…',
    saving: '正在保存银行卡…',
    reload: '重新加载银行卡表单',
    trust: (merchant) =>
      han`您的银行卡信息会直接发送给银行卡处理商，${merchant} 不会看到您的卡号。`,
    consent: {
      AUTOPAY: {
        PAYMENT: (merchant) =>
          han`付款即表示您同意 ${merchant} 保存此卡，并在以后付款时直接扣款，无需每次询问您。`,
        SETUP: (merchant) =>
          han`保存此卡即表示您同意 ${merchant} 在以后付款时直接扣款，无需每次询问您。`,
      },
      CLICK_TO_PAY: {
        PAYMENT: (merchant) =>
          han`${merchant} 会保存此卡，让您下次付款更快捷。只有您自己发起付款时才会扣款。`,
        SETUP: (merchant) => han`${merchant} 会保存此卡供以后使用。只有您自己发起付款时才会扣款。`,
      },
    },
    notices: {
      card: '请检查银行卡信息后重试。您未被扣款。',
      cardFormSilent: '银行卡表单没有响应。您未被扣款。请重新加载后重试。',
      notReceived: '我们没有收到您的信息，因此您未被扣款。请检查网络连接后重试。',
      notAccepted: '这次无法使用您的银行卡。您未被扣款。请重新输入。',
    },
  },
  processing: {
    title: '正在确认您的付款',
    setupTitle: '正在确认您的银行卡',
    body: '我们正在等待您的银行确认，通常只需几秒，有时需要几分钟。结果会自动显示在此页面。',
    setupBody: '我们正在等待您的银行确认您的银行卡，通常只需几秒。结果会自动显示在此页面。',
    doNotRepeat: (merchant) =>
      han`请勿再次付款。您可以关闭此页面：付款会继续进行，${merchant} 会得知结果。`,
    setupDoNotRepeat: (merchant) => han`您可以关闭此页面：流程会继续进行，${merchant} 会得知结果。`,
  },
  challenge: {
    title: '请在银行页面验证身份',
    leaving: '您的银行需要确认是您本人。我们正在带您前往银行页面。',
    waiting: '您的银行需要确认是您本人。如果您刚刚完成验证，结果会自动显示在此页面。',
    notCharged: '您尚未被扣款。',
    open: '前往您的银行',
  },
  success: {
    title: '付款完成',
    body: (amount, merchant) => han`您已向 ${merchant} 支付 ${amount}。`,
    setupTitle: '银行卡已保存',
    setupBody: (merchant) => han`您的银行卡已为 ${merchant} 保存，未扣除任何费用。`,
    saved: {
      AUTOPAY: (merchant) => han`${merchant} 可以在以后付款时从此卡扣款。`,
      CLICK_TO_PAY: () => '只有您自己发起付款时，才会从此卡扣款。',
    },
  },
  alreadyPaid: {
    title: '已经付款',
    body: (merchant) =>
      han`这笔向 ${merchant} 的付款之前已经完成。您没有再次被扣款，无需再做任何事。`,
    setupTitle: '银行卡已经保存',
    setupBody: (merchant) => han`之前已通过此链接为 ${merchant} 保存银行卡，无需再做任何事。`,
  },
  failed: {
    PAYMENT_METHOD_EXPIRED: {
      title: '您的银行卡已过期',
      happened: '由于银行卡已过有效期，银行拒绝了这张卡。',
      next: '请使用另一张卡重试。',
    },
    PAYMENT_METHOD_DECLINED: {
      title: '您的银行卡被拒绝',
      happened: '您的银行没有批准这张卡，也没有提供其他原因。',
      next: '请使用另一张卡，或向银行查询原因。',
    },
    INSUFFICIENT_FUNDS: {
      title: '余额不足',
      happened: '您的银行表示这张卡的余额或信用额度不足以付款。',
      next: '请使用另一张卡，或为这张卡充值后重试。',
    },
    AUTHENTICATION_FAILED: {
      title: '您的银行未能确认是您本人',
      happened: '银行的身份验证被拒绝或未完成。',
      next: '请重试并完成验证，或使用另一张卡。',
    },
    OTHER: {
      title: '未能完成',
      happened: '无法处理这张卡。',
      next: '请重试，或使用另一张卡。',
    },
  },
  debit: {
    offer: '从您的银行直接付款',
    payFrom: (bank, ending) => han`从 ${bank} 账户（尾\u2060号\u00a0${ending}）付款`,
    account: (bank, ending) => han`${bank} 账户（尾号 ${ending}）`,
    yourBank: '您的银行',
    cannotPay: '此直接借记授权已不能用于这笔付款。您未被扣款。请选择其他付款方式。',
    collecting:
      '您的银行正在执行直接借记，可能需要数天。您无需再做任何操作；如果很快有结果，会自动显示在此页面。',
    setUp: '设置直接借记授权',
    settingUp: {
      title: '正在设置直接借记授权',
      body: '我们正在等候您的银行，可能需要数天。您无需再做任何操作；如果很快有结果，会自动显示在此页面。',
    },
    setUpDone: '直接借记授权已设置',
    setUpBody: (merchant) => han`给 ${merchant} 的直接借记授权已设置，没有收取任何款项。`,
    failed: {
      INSUFFICIENT_FUNDS: {
        title: '余额不足',
        happened: '您的银行表示账户余额不足以付款。',
        next: '请向账户存入资金后重试，或用其他方式付款。',
      },
      AUTHENTICATION_FAILED: {
        title: '您的银行未能确认是您本人',
        happened: '银行登录被拒绝或未完成。',
        next: '请重试，或用其他方式付款。',
      },
      OUTSIDE_TERMS: {
        title: '超出您同意的范围',
        happened: '这笔付款超出您的直接借记授权的限额或日期。',
        next: '请用其他方式付款。',
      },
      ENDED: {
        title: '您的直接借记授权已终止',
        happened: '授权在扣款前已被撤回或取消。',
        next: '请重新设置授权，或用其他方式付款。',
      },
      OTHER: {
        title: '您的银行没有接受',
        happened: '您的银行没有执行直接借记。',
        next: '请再试一次，或用其他方式付款。',
      },
    },
  },
  transfer: {
    offer: '银行转账',
    title: '通过银行转账付款',
    body: (merchant) =>
      han`请通过您的银行向 ${merchant} 一次性转账，金额须与下方完全一致，并填写转账编号。`,
    amount: '转账金额',
    recipient: '收款人',
    account: '账号',
    reference: '转账编号',
    rules:
      '没有编号，我们无法得知款项的用途。金额不足，款项会全部退回；金额过多，多出的部分会退回。',
    waiting: '款项到账后，结果会自动显示在此页面。等待期间您可以关闭此页面。',
    otherWay: '使用其他方式付款',
    otherWayRule: '您已经转账？请保留银行转账：如果选择其他方式，款项会退回给您。',
    returned: {
      TOO_LITTLE: (amount) =>
        han`我们收到 ${amount}，少于应付金额，款项已退回给您。请一次性转账全部金额。`,
      OTHER_CURRENCY: (amount) => han`我们收到 ${amount}，与这笔付款的货币不同，款项已退回给您。`,
    },
  },
  surcharge: {
    label: '附加费',
    total: '应付总额',
    added: (amount) => han`（另加附加费 ${amount}）`,
    included: (amount) => han`已含附加费 ${amount}`,
    changed: '这种付款方式的附加费已变更。您未被扣款。请查看新的总额后重试。',
  },
  moneyMoved: {
    NO: () => '您未被扣款。',
    YES: (merchant) => han`您已被扣款，款项正在退回。如果几天内未到账，请联系 ${merchant}。`,
    UNKNOWN: (merchant) => han`我们尚不知道您是否已被扣款。在 ${merchant} 确认之前，请勿再次付款。`,
  },
  expired: {
    title: '此付款链接已过期',
    body: (merchant) => han`付款时限已过。请向 ${merchant} 索取新的链接。`,
  },
  cancelled: {
    title: '此付款已取消',
    body: (merchant) => han`${merchant} 已取消此付款，这里无需再付款。`,
  },
  invalidLink: {
    title: '此链接无法使用',
    body: () =>
      '链接可能不完整或已失效。请从您收到的消息中重新打开，或向发送者索取新的链接。您未被扣款。',
  },
  sessionEnded: {
    title: '请重新打开链接',
    body: () =>
      '为了您的安全，此页面已关闭。请重新打开付款链接以继续。如果您尚未点击付款，您未被扣款；如果已点击，请先打开链接查看结果，再决定是否付款。',
  },
  usedUp: {
    by: {
      CARD: (merchant) =>
        han`此付款链接今后都不再接受银行卡。请选择其他方式，或向 ${merchant} 索取新的链接。`,
      MANDATE: (merchant) =>
        han`此付款链接今后都不再接受直接借记。请选择其他方式，或向 ${merchant} 索取新的链接。`,
    },
    otherWays: '查看其他付款方式',
    title: '此链接的尝试次数已用完',
    body: '为防止银行卡和账户被滥用，每个付款链接只能尝试几次。此链接无法再试，等待也不会改变。',
    next: (merchant) => han`请向 ${merchant} 索取新的链接。`,
  },
  noMethod: {
    title: '目前无法付款',
    body: (merchant) =>
      han`${merchant} 目前无法通过此链接收款。您未被扣款。请稍后重试，或联系 ${merchant}。`,
  },
  offline: {
    title: '没有网络连接',
    body: () =>
      '我们无法连接付款服务。请检查您的网络连接；连接恢复后我们会立即重试。如果您尚未点击付款，您未被扣款；如果已点击，结果会显示在此页面。重试绝不会重复扣款。',
  },
  server: {
    title: '我们的系统出现问题',
    body: () =>
      '无法加载这笔付款。如果您尚未点击付款，您未被扣款；如果已点击，结果会显示在此页面。请稍后重试，重试绝不会重复扣款。',
  },
  rateLimited: {
    title: '尝试次数过多',
    body: () =>
      '为防止银行卡和账户被滥用，我们会在多次尝试后暂停。上一次尝试没有执行，也没有扣款。',
  },
  receipt: {
    card: '银行卡',
    account: '付款账户',
    cardEnding: (brand, last4) => han`${brand}（尾号 ${last4}）`,
  },
  brandUnknown: '银行卡',
};
