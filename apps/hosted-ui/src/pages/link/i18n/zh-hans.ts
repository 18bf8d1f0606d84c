import { zhHans as banks } from '../../../shared/banks/i18n/zh-hans.js';
import { han } from '../../../shared/i18n/han.js';
import { zhHans as page } from '../../../shared/i18n/page/zh-hans.js';
import type { LinkTexts } from './en.js';

export const zhHans: LinkTexts = {
  ...page,
  loading: '正在加载账户关联',
  toTry:
    '并非真实银行，也没有真实数据。请选择 Test Bank，用 usergood 和密码 datagood 登录；或用 user_otp 登录，验证码为 123456。',
  someBank: '您的银行',
  summary: {
    label: '账户关联摘要',
    title: '关联您的账户',
    update: '更新您的账户关联',
    refresh: '更新您的数据',
    readOnly: '只会读取您的数据，不能用来转移资金。',
  },
  institution: {
    ...banks.search,
    body: (merchant) => han`您同意后，${merchant} 可查看您在该银行的账户数据。`,
    country: '国家或地区',
    any: '全部',
    type: '类型',
    types: { BANK: '银行', WALLET: '电子钱包', TEST: '测试银行' },
    opening: '正在打开银行…',
  },
  consent: {
    title: '核对并同意',
    statement: '您同意的内容',
    refresh: '让数据保持最新',
    refreshHint: (merchant) =>
      han`${merchant} 以后获取新数据时不会再询问您。您的登录信息会加密保存，仅用于此。`,
    refreshHintOwnPage: (merchant) =>
      han`在您的银行允许的期限内，${merchant} 获取新数据时不会再询问您。`,
    refreshForced: (merchant) =>
      han`${merchant} 会定期获取新数据，不会再询问您。您的登录信息会加密保存，仅用于此。`,
    recorded: (merchant) => han`我们会为您和 ${merchant} 保存此文字以及您同意的时间。`,
    agree: '同意并继续',
    agreeAndGo: (institution) => han`同意并前往 ${institution}`,
    decline: '不同意',
  },
  login: {
    ...banks.login,
    fault: (field) => han`请填写：${field}。`,
    otherWay: '用其他方式登录',
    trust: (merchant) => han`您的登录信息会在此浏览器内加密，${merchant} 无法看到。`,
  },
  refresh: {
    title: (institution) => han`更新 ${institution} 的数据`,
    body: (merchant) =>
      han`${merchant} 请求您的最新数据。将使用您已保存的登录信息；您同意的内容不变。`,
    ownPage: (institution) => han`${institution} 要求您在其网页上确认。`,
    update: '立即更新',
    continue: (institution) => han`前往 ${institution}`,
    typeAnew: '重新输入登录信息',
  },
  connecting: {
    title: (institution) => han`正在登录 ${institution}`,
    body: '通常需要几秒钟，此页会自动继续。',
  },
  action: {
    code: '输入验证码',
    device: '选择设备',
    other: '您的银行询问',
    codeHint: '可包含空格',
    fault: '请回答此项。',
    choose: '请选择',
    confirm: '继续',
  },
  bankPage: {
    title: '向您的银行确认',
    leaving: (institution) => han`正在带您前往 ${institution}，完成后会返回此页。`,
    newTab: (institution) =>
      han`${institution} 会在新标签页打开。完成后请返回此页，此页会自动继续。`,
    waiting: '如果您刚刚已确认，此页会自动继续。',
    nothingYet: '尚未关联任何账户。',
    open: (institution) => han`前往 ${institution}`,
  },
  connected: {
    title: (institution) => han`已关联 ${institution}`,
    arriving: (merchant) => han`您已登录，数据正在发送给 ${merchant}。`,
    complete: (merchant) => han`${merchant} 已收到您同意提供的数据。`,
    partial: (merchant) => han`${merchant} 已收到部分数据，其余无法从您的银行读取。`,
    empty: {
      title: '未找到数据',
      body: (merchant) => han`您已登录，但您的银行在此登录下没有 ${merchant} 请求的数据。`,
    },
    goesOn: '您无需等待，离开此页后仍会继续。',
    progress: '您的数据',
    products: {
      accounts: '账户及余额',
      transactions: '交易记录',
      statements: '对账单',
      account_numbers: '账号',
      identity: '姓名及联系方式',
      balance_history: '历史余额',
      payments: '付款',
      income_estimation: '收入估算',
      card_details: '卡资料',
    },
    states: {
      ARRIVING: '发送中',
      READY: '已收到',
      PARTLY: '已收到部分',
      NONE: '没有数据',
      FAILED: '无法读取',
    },
  },
  failed: {
    LOCKED: {
      title: '尝试次数过多',
      happened: (institution) => han`暂时不能再登录 ${institution}。`,
      next: '请等待一段时间再试。如果银行已锁定登录，可向银行咨询何时解除锁定。',
    },
    LIMITED: {
      title: '尝试次数过多',
      happened: (institution) => han`登录失败次数过多，我们暂时不会再尝试登录 ${institution}。`,
      next: '请返回应用，稍后再试。',
    },
    UNAVAILABLE: {
      title: '无法连接银行',
      happened: (institution) => han`${institution} 目前没有响应。`,
      next: '请几分钟后再试。您的登录并未被拒绝。',
    },
    REFUSED: {
      title: '未获确认',
      happened: (institution) => han`登录未在 ${institution} 获得确认。`,
    },
    OTHER_LOGIN: {
      title: '登录信息不同',
      happened: (institution) => han`${institution} 已确认登录，但这不是您之前关联的登录信息。`,
      next: '请使用之前关联的登录信息登录。如要关联此登录信息，请在应用中重新开始。',
    },
    TIMED_OUT: {
      title: '未及时回答',
      happened: (institution) => han`${institution} 等待您的回答，随后已结束登录。`,
    },
    OTHER: {
      title: '未能完成',
      happened: (institution) => han`无法关联 ${institution}。`,
    },
  },
  nothingLinked: '没有关联任何账户。',
  nothingChanged: '没有任何更改。',
  sameBank: '再试一次',
  otherBank: '选择其他银行',
  notices: {
    credentials: '您的银行不接受此登录信息，没有关联任何账户。请检查后再试。',
    kept_login: '您已保存的登录信息不再有效。请重新输入以更新数据。',
    bank_not_offered: '此银行尚不能关联，没有关联任何账户。请选择其他银行。',
    consent_changed: '您打开此页后，您同意的内容已更改，没有关联任何账户。请重新阅读。',
    not_accepted: '无法接受。请再试一次。',
    not_sent: '未能发送给我们。请检查网络连接，然后再试。',
    our_fault: '我们的系统出现问题。请稍后再试。',
    stuck: '您的浏览器未能带您返回。请再试一次。',
  },
  updateNotices: {
    credentials: '您的银行不接受此登录信息，没有任何更改。请检查后再试。',
    bank_not_offered: '此银行目前不能更新，没有任何更改。',
    consent_changed: '您打开此页后，您同意的内容已更新，您的关联没有任何更改。请重新阅读。',
  },
  left: {
    title: '没有关联任何账户',
    body: (merchant) => han`${merchant} 没有收到任何数据。您可随时在那里重新开始。`,
  },
  unchanged: {
    title: '没有任何更改',
    body: (merchant) => han`${merchant} 没有收到新数据。您的关联保持不变。`,
  },
  done: {
    title: '已完成',
    body: (merchant) => han`${merchant} 会用您的数据继续。您可以关闭此页。`,
  },
  alreadyLinked: {
    title: '银行已接受登录',
    body: (merchant) =>
      han`您取消之前，银行已接受您的登录。${merchant} 会收到您同意提供的数据。如需终止关联，请联系 ${merchant}。`,
  },
  invalidLink: {
    title: '此链接无效',
    body: () => '链接只能打开一次，并且只在几分钟内有效。请返回原处，您可在那里重新开始。',
  },
  sessionEnded: {
    title: '请重新开始',
    body: () => '为了您的安全，此页已关闭。请返回原处再次打开。',
  },
  offline: {
    title: '没有网络连接',
    body: () => '无法连接我们。请检查您的网络连接；恢复后我们会立即再试。',
  },
  server: {
    title: '我们的系统出现问题',
    body: () => '无法加载此页。请稍后再试。',
  },
  rateLimited: {
    title: '尝试次数过多',
    body: () => '为防止账户被滥用，多次尝试后我们会暂停。最后一次并未执行。',
  },
};
