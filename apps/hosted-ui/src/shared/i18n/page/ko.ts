import { withRo } from '../josa.js';
import type { PageTexts } from './en.js';

export const ko: PageTexts = {
  testMode: '테스트 모드입니다.',
  footer: { support: '고객 지원 문의', terms: '약관' },
  sessionNotice: {
    soon: (time) =>
      `안전을 위해 이 페이지는 ${time}에 닫힙니다. 시간을 연장하면 입력한 내용이 그대로 유지됩니다.`,
    stay: '시간 연장',
    failed: '시간을 연장하지 못했습니다. 연결 상태를 확인하고 다시 시도해 주세요.',
    last: (time) =>
      `이 페이지는 ${time}에 닫히며 더 연장할 수 없습니다. 그 전에 마치거나 나중에 다시 시작해 주세요.`,
    extended: (time) => `${time}까지 시간이 연장되었습니다.`,
  },
  backFromBank: {
    title: '이 탭을 닫아도 됩니다',
    body: () => '원래 페이지가 자동으로 계속됩니다.',
  },
  pause: {
    wait: (seconds) =>
      seconds < 90
        ? '약 1분 뒤에 다시 시도할 수 있습니다.'
        : `약 ${Math.ceil(seconds / 60)}분 뒤에 다시 시도할 수 있습니다.`,
    now: '이제 다시 시도할 수 있습니다.',
  },
  wayOut: {
    closePage: '이 페이지를 닫아도 됩니다.',
    returningSoon: (merchant) => `몇 초 뒤 ${withRo(merchant)} 돌아갑니다.`,
    stay: '이 페이지에 머무르기',
  },
  unreachable: '지금은 연결되지 않아 계속 시도하고 있습니다.',
  someMerchant: '판매자',
  sending: '보내는 중…',
  cancel: '취소',
  actions: {
    retry: '다시 시도',
    returnTo: (merchant) => `${withRo(merchant)} 돌아가기`,
    contact: (merchant) => `${merchant}에 문의`,
  },
};
