import { zhHans as banks } from '../../../shared/banks/i18n/zh-hans.js';
import { han } from '../../../shared/i18n/han.js';
import { zhHans as page } from '../../../shared/i18n/page/zh-hans.js';
import type { MandateTexts } from './en.js';

export const zhHans: MandateTexts = {
  ...page,
  loading: '正在加载直接借记授权',
  toTry:
    '没有真实银行，也不涉及真实资金。请选择 Test Bank，以用户名 usergood、密码 datagood 和验证码 123456 登录。',
  progress: ({ step, of }) => han`第 ${step} 步，共 ${of} 步`,
  summary: {
    label: '直接借记授权摘要',
    title: '设置直接借记授权',
    done: '直接借记授权已设置',
    ended: '直接借记授权',
    perPayment: (amount) => han`每笔最高 ${amount}`,
    ownLimit: (amount) => han`您自设的每笔上限：${amount}`,
    noLimit: '没有最高金额',
    perPeriod: (amount, period) => han`${period}最高 ${amount}`,
    countPerPeriod: (count, period) => han`${period}最多 ${count} 笔`,
    periods: {
      DAILY: '每日',
      WEEKLY: '每周',
      MONTHLY: '每月',
      QUARTERLY: '每季度',
      YEARLY: '每年',
    },
    nothingDue: '设置时不会收取任何款项。',
  },
  institution: {
    ...banks.search,
    sole: '您的银行',
    body: (merchant) => han`${merchant} 将从您在该银行的账户收款。`,
    choosing: (institution) => han`正在选择 ${institution}…`,
    keep: (institution) => han`继续使用 ${institution}`,
  },
  account: {
    title: '您的账户',
    holder: '账户持有人',
    holderHint: '请按银行记录填写姓名',
    holderFault: '请输入账户持有人姓名。',
    number: '账号',
    numberHint: '可包含空格或连字符',
    numberFault: '请输入完整的账号。',
    continue: '继续',
    trust: (merchant) => han`您的账户信息会在此浏览器内加密。${merchant} 只会看到最后几位数字。`,
  },
  consent: {
    title: '核对并同意',
    bank: '银行',
    account: '账户',
    ending: (last4) => han`尾号 ${last4}`,
    most: '每笔上限',
    perPeriod: (period) => han`${period}上限`,
    count: (period) => han`${period}笔数`,
    from: '开始日期',
    until: '结束日期',
    ownLimit: (currency) => han`您自设的每笔上限，${currency}（选填）`,
    ownLimitHint: '超过此上限的付款会被您的银行拒绝。',
    ownLimitIs: (amount) => han`超过 ${amount} 的付款会被您的银行拒绝。`,
    ownLimitFault: (example) => han`请输入大于零的金额，例如 ${example}，或留空。`,
    ownLimitAbove: (most) => han`此授权每笔最多为 ${most}。请输入不超过此数的金额，或留空。`,
    ownLimitBelow: (due) => han`此笔付款为 ${due}。请输入不少于此数的金额，或留空。`,
    statement: '您同意的内容',
    edit: '更改账户',
    agree: '同意并继续',
    agreeAndGo: (institution) => han`同意并前往 ${institution}`,
    decline: '不同意',
    recorded: (merchant) => han`我们会为您、${merchant} 和您的银行保留此内容及您同意的时间。`,
  },
  login: {
    ...banks.login,
    body: '您的银行需要确认账户属于您。',
    userIdFault: '请输入您的用户名。',
    passwordFault: '请输入您的密码。',
    trust: (merchant) =>
      han`信息会在此浏览器内加密，只用于这次登录，不会保留。${merchant} 不会看到这些信息。`,
  },
  code: {
    title: '输入验证码',
    body: (institution) => han`${institution} 已向您发送一次性验证码。`,
    code: '一次性验证码',
    hint: '通常为 6 位数字',
    fault: '请输入银行发送给您的验证码。',
    confirm: '确认',
    again: '重新登录',
  },
  bankPage: {
    title: '在银行确认',
    leaving: (institution) => han`正在带您前往 ${institution}。完成后您会返回此页。`,
    newTab: (institution) =>
      han`${institution} 会在新标签页打开。完成后请返回此页，此页会自动继续。`,
    waiting: '如果您刚刚已确认，此页会自动继续。',
    nothingYet: '目前尚未设置任何授权。',
    open: (institution) => han`前往 ${institution}`,
  },
  notices: {
    credentials: '您的银行不接受此用户名或密码。没有设置任何授权。请核对后再试。',
    code: '您的银行不接受此验证码。没有设置任何授权。请核对，或使用最新收到的验证码。',
    too_many: '暂时不能再登录。没有设置任何授权。请稍后使用新的链接再试。',
    bank_down: '目前无法连接此银行。没有设置任何授权。请稍后再试，或选择其他银行。',
    bank_not_offered: '此银行不提供直接借记授权。没有设置任何授权。请选择其他银行。',
    account_refused: '此账号不正确。没有设置任何授权。请核对后再试。',
    not_approved: '未在银行完成确认。没有设置任何授权。您可以再试一次。',
    consent_changed: '您打开此页面后，所同意的内容已有更改。没有设置任何授权。请重新阅读。',
    limit_refused: '您的上限高于此授权所允许的金额。没有设置任何授权。请输入较低的金额，或留空。',
    not_accepted: '未能接受此请求。没有设置任何授权。请再试一次。',
    not_sent: '我们没有收到信息。没有设置任何授权。请检查网络连接后再试。',
    our_fault: '我们的系统出现问题。没有设置任何授权。请稍后再试。',
    no_answer: '目前没有网络连接，无法确定信息是否已送达。您可以再试一次，不会重复设置。',
  },
  noticesOfSoleBank: {
    bank_down: '目前无法连接此银行。没有设置任何授权。请稍后再试。',
    bank_not_offered: '此银行不提供直接借记授权。没有设置任何授权。',
  },
  unavailableSoleBank: (merchant) => han`请稍后以 ${merchant} 的新链接再试。`,
  processing: {
    title: '正在设置直接借记授权',
    body: '我们正在等候您的银行，通常只需几秒。结果会自动显示在此。',
    close: (merchant) => han`您可以关闭此页：设置会继续进行，${merchant} 会得知结果。`,
  },
  submitted: {
    title: '您的银行正在核实',
    body: '您的授权已交到银行。部分银行最多需要两个工作日确认。',
    close: (merchant) => han`您无需再做任何事。您可以关闭此页，${merchant} 会得知结果。`,
  },
  success: {
    title: '直接借记授权已设置',
    body: (merchant) => han`您的银行已接受给 ${merchant} 的直接借记授权。`,
    mayCollect: (merchant) => han`${merchant} 现在可在您同意的限额内收款。`,
  },
  alreadyDone: {
    title: '此前已设置',
    body: (merchant) => han`给 ${merchant} 的直接借记授权此前已设置。您无需再做任何事。`,
  },
  nothingCollected: '没有设置任何授权，也没有收取任何款项。',
  failed: {
    REJECTED: {
      title: '您的银行拒绝了此授权',
      happened: '银行不允许在此账户设置直接借记授权。',
      next: (merchant) => han`请向 ${merchant} 索取新链接并使用其他账户，或向您的银行查询原因。`,
    },
    LOCKED: {
      title: '尝试次数过多',
      happened: '您的银行暂时拒绝再次登录。',
      next: (merchant) => han`请稍候，然后向 ${merchant} 索取新链接。`,
    },
    LOGIN: {
      title: '您的银行未能确认您的身份',
      happened: '银行登录被拒绝或没有完成。',
      next: (merchant) => han`请向 ${merchant} 索取新链接再试。`,
    },
    UNAVAILABLE: {
      title: '无法连接您的银行',
      happened: '银行没有及时回应。',
      next: (merchant) => han`请稍后以 ${merchant} 的新链接再试，或使用其他银行。`,
    },
    OTHER: {
      title: '未能完成',
      happened: '未能设置直接借记授权。',
      next: (merchant) => han`请向 ${merchant} 索取新链接再试。`,
    },
  },
  revoked: {
    title: '此授权已撤回',
    body: (merchant) => han`您已撤回此授权。${merchant} 不能再以此收款。`,
  },
  cancelled: {
    title: '此授权已取消',
    body: (merchant) => han`此授权已不再需要，${merchant} 不能以此收款。`,
  },
  closed: {
    title: '此授权已结束',
    body: (merchant) => han`${merchant} 不能以此收款。您无需再做任何事。`,
  },
  declined: {
    title: '您没有同意',
    body: (merchant) => han`没有设置直接借记授权，${merchant} 不能收取任何款项。`,
    reconsider: '仍要继续',
  },
  invalidLink: {
    title: '此链接无法使用',
    body: () =>
      '链接只能打开一次，且只在几分钟内有效。请返回之前的页面重新开始。没有设置任何授权，也没有收取任何款项。',
  },
  sessionEnded: {
    title: '请重新开始',
    body: () =>
      '为保障您的安全，此页已关闭。请返回之前的页面重新打开。您已同意的内容会保留，也没有收取任何款项。',
  },
  offline: {
    title: '没有网络连接',
    body: () =>
      '目前无法连接我们。请检查您的网络连接；恢复后我们会立即再试。您已同意的内容会保留，也没有收取任何款项；重试不会重复设置。',
  },
  server: {
    title: '我们这边出现问题',
    body: () =>
      '未能加载直接借记授权。请稍后再试：您已同意的内容会保留，也没有收取任何款项；不会重复设置。',
  },
  rateLimited: {
    title: '尝试次数过多',
    body: () => '为防止账户被滥用，多次尝试后我们会暂停。上一次尝试并未执行，也没有收取任何款项。',
  },
  receipt: { reference: '参考编号', ownLimit: '您自设的每笔上限' },
};
