import { han } from '../han.js';
import type { PageTexts } from './en.js';

export const zhHans: PageTexts = {
  testMode: '测试模式。',
  footer: { support: '联系客服', terms: '条款' },
  sessionNotice: {
    soon: (time) => han`为了您的安全，此页面会在 ${time} 关闭。延长时间后，您已填写的内容会保留。`,
    stay: '延长时间',
    failed: '未能延长时间。请检查网络连接，然后重试。',
    last: (time) => han`此页面会在 ${time} 关闭，无法再延长。请在此之前完成，或稍后重新开始。`,
    extended: (time) => han`时间已延长至 ${time}。`,
  },
  backFromBank: {
    title: '您可以关闭此标签页',
    body: () => '原来的页面会自动继续。',
  },
  pause: {
    wait: (seconds) =>
      seconds < 90
        ? '您可以在大约一分钟后重试。'
        : han`您可以在大约 ${Math.ceil(seconds / 60)} 分钟后重试。`,
    now: '您现在可以重试。',
  },
  wayOut: {
    closePage: '您可以关闭此页面。',
    returningSoon: (merchant) => han`几秒后将带您返回 ${merchant}。`,
    stay: '留在此页面',
  },
  unreachable: '目前没有网络连接，我们会继续尝试。',
  someMerchant: '商户',
  sending: '正在发送…',
  cancel: '取消',
  actions: {
    retry: '重试',
    returnTo: (merchant) => han`返回 ${merchant}`,
    contact: (merchant) => han`联系 ${merchant}`,
  },
};
