import { ko as banks } from '../../../shared/banks/i18n/ko.js';
import { JOINT, withRo } from '../../../shared/i18n/josa.js';
import { ko as page } from '../../../shared/i18n/page/ko.js';
import type { MandateTexts } from './en.js';

const shop = (merchant: string) => `가맹점${JOINT}(${merchant})${JOINT}`;

export const ko: MandateTexts = {
  ...page,
  loading: '자동이체 정보를 불러오는 중',
  toTry:
    '실제 은행도 실제 돈도 아닙니다. Test Bank를 선택하고 사용자 ID usergood, 비밀번호 datagood, 인증번호 123456으로 로그인하세요.',
  progress: ({ step, of }) => `${of}단계 중 ${step}단계`,
  summary: {
    label: '자동이체 요약',
    title: '자동이체 등록',
    done: '자동이체 등록 완료',
    ended: '자동이체',
    perPayment: (amount) => `1회 최대 ${amount}`,
    ownLimit: (amount) => `내가 정한 1회 한도: ${amount}`,
    noLimit: '최고 금액 없음',
    perPeriod: (amount, period) => `${period} 최대 ${amount}`,
    countPerPeriod: (count, period) => `${period} 최대 ${count}회`,
    periods: {
      DAILY: '매일',
      WEEKLY: '매주',
      MONTHLY: '매월',
      QUARTERLY: '매 분기',
      YEARLY: '매년',
    },
    nothingDue: '등록할 때는 아무것도 출금되지 않습니다.',
  },
  institution: {
    ...banks.search,
    sole: '내 은행',
    body: (merchant) => `${merchant}에서 선택한 은행의 계좌로부터 대금을 출금합니다.`,
    choosing: (institution) => `${institution} 선택 중…`,
    keep: (institution) => `${institution} 계속 사용`,
  },
  account: {
    title: '계좌 정보',
    holder: '예금주',
    holderHint: '은행에 등록된 이름 그대로',
    holderFault: '예금주 이름을 입력하세요.',
    number: '계좌번호',
    numberHint: '띄어쓰기나 하이픈이 있어도 됩니다',
    numberFault: '계좌번호 전체를 입력하세요.',
    continue: '계속',
    trust: (merchant) =>
      `계좌 정보는 이 브라우저에서 암호화됩니다. ${shop(merchant)}에는 끝자리만 보입니다.`,
  },
  consent: {
    title: '확인 및 동의',
    bank: '은행',
    account: '계좌',
    ending: (last4) => `끝자리 ${last4}`,
    most: '1회 한도',
    perPeriod: (period) => `${period} 한도`,
    count: (period) => `${period} 횟수`,
    from: '시작일',
    until: '종료일',
    ownLimit: (currency) => `내가 정하는 1회 한도, ${currency} (선택)`,
    ownLimitHint: '이 한도를 넘는 결제는 은행에서 거절합니다.',
    ownLimitIs: (amount) => `1회 결제액이 ${amount} 한도를 넘으면 은행에서 거절합니다.`,
    ownLimitFault: (example) => `0보다 큰 금액을 입력하거나(예: ${example}) 비워 두세요.`,
    ownLimitAbove: (most) =>
      `이 동의의 1회 한도는 ${most}입니다. 그 이하의 금액을 입력하거나 비워 두세요.`,
    ownLimitBelow: (due) =>
      `이번 결제 금액은 ${due}입니다. 그 이상의 금액을 입력하거나 비워 두세요.`,
    statement: '동의하는 내용',
    edit: '계좌 변경',
    agree: '동의하고 계속',
    agreeAndGo: (institution) => `동의하고 ${withRo(institution)} 이동`,
    decline: '동의하지 않음',
    recorded: (merchant) =>
      `본인, 가맹점(${merchant}), 은행을 위해 이 내용과 동의한 시각을 기록해 둡니다.`,
  },
  login: {
    ...banks.login,
    body: '은행에서 본인의 계좌인지 확인합니다.',
    userIdFault: '사용자 ID를 입력하세요.',
    passwordFault: '비밀번호를 입력하세요.',
    trust: (merchant) =>
      `이 브라우저에서 암호화되어 이번 로그인에만 쓰이고 보관되지 않습니다. ${shop(merchant)}은 볼 수 없습니다.`,
  },
  code: {
    title: '인증번호 입력',
    body: (institution) => `${institution}에서 일회용 인증번호를 보냈습니다.`,
    code: '일회용 인증번호',
    hint: '보통 6자리 숫자입니다',
    fault: '은행에서 받은 인증번호를 입력하세요.',
    confirm: '확인',
    again: '다시 로그인',
  },
  bankPage: {
    title: '은행에서 확인',
    leaving: (institution) => `${withRo(institution)} 이동합니다. 끝나면 이 페이지로 돌아옵니다.`,
    newTab: (institution) =>
      `${institution} 페이지가 새 탭에서 열립니다. 끝나면 이곳으로 돌아오세요. 자동으로 계속됩니다.`,
    waiting: '방금 확인하셨다면 이 페이지가 자동으로 계속됩니다.',
    nothingYet: '아직 아무것도 등록되지 않았습니다.',
    open: (institution) => `${withRo(institution)} 이동`,
  },
  notices: {
    credentials:
      '은행이 이 사용자 ID와 비밀번호를 받아들이지 않았습니다. 아무것도 등록되지 않았습니다. 확인 후 다시 시도하세요.',
    code: '은행이 이 인증번호를 받아들이지 않았습니다. 아무것도 등록되지 않았습니다. 번호를 확인하거나 가장 최근에 받은 번호를 사용하세요.',
    too_many:
      '지금은 더 이상 로그인할 수 없습니다. 아무것도 등록되지 않았습니다. 나중에 새 링크로 다시 시도하세요.',
    bank_down:
      '지금은 이 은행에 연결할 수 없습니다. 아무것도 등록되지 않았습니다. 나중에 다시 시도하거나 다른 은행을 선택하세요.',
    bank_not_offered:
      '이 은행은 자동이체를 제공하지 않습니다. 아무것도 등록되지 않았습니다. 다른 은행을 선택하세요.',
    account_refused:
      '이 계좌번호는 올바르지 않습니다. 아무것도 등록되지 않았습니다. 확인 후 다시 시도하세요.',
    not_approved:
      '은행에서 확인이 끝나지 않았습니다. 아무것도 등록되지 않았습니다. 다시 시도할 수 있습니다.',
    consent_changed:
      '이 페이지를 연 뒤 동의할 내용이 바뀌었습니다. 아무것도 등록되지 않았습니다. 다시 읽어 주세요.',
    limit_refused:
      '입력한 한도가 이 동의에서 허용하는 금액보다 큽니다. 아무것도 등록되지 않았습니다. 더 낮은 금액을 입력하거나 비워 두세요.',
    not_accepted: '요청을 받아들일 수 없습니다. 아무것도 등록되지 않았습니다. 다시 시도하세요.',
    not_sent:
      '요청이 전달되지 않았습니다. 아무것도 등록되지 않았습니다. 연결을 확인하고 다시 시도하세요.',
    our_fault:
      '저희 쪽에 문제가 생겼습니다. 아무것도 등록되지 않았습니다. 잠시 후 다시 시도하세요.',
    no_answer:
      '연결이 끊겨 요청이 전달되었는지 아직 알 수 없습니다. 다시 시도해도 두 번 등록되지 않습니다.',
  },
  noticesOfSoleBank: {
    bank_down:
      '지금은 이 은행에 연결할 수 없습니다. 아무것도 등록되지 않았습니다. 나중에 다시 시도하세요.',
    bank_not_offered: '이 은행은 자동이체를 제공하지 않습니다. 아무것도 등록되지 않았습니다.',
  },
  unavailableSoleBank: (merchant) => `나중에 ${merchant}의 새 링크로 다시 시도하세요.`,
  processing: {
    title: '자동이체를 등록하는 중',
    body: '은행의 응답을 기다리고 있습니다. 보통 몇 초면 됩니다. 결과는 여기에 자동으로 표시됩니다.',
    close: (merchant) =>
      `이 페이지를 닫아도 등록은 계속되며 결과는 ${shop(merchant)}에 전달됩니다.`,
  },
  submitted: {
    title: '은행에서 확인하는 중',
    body: '동의 내용이 은행에 전달되었습니다. 일부 은행은 확인에 최대 2영업일이 걸립니다.',
    close: (merchant) =>
      `더 하실 일이 없습니다. 이 페이지를 닫아도 되며 결과는 ${shop(merchant)}에 전달됩니다.`,
  },
  success: {
    title: '자동이체가 등록되었습니다',
    body: (merchant) => `은행이 ${merchant}의 자동이체를 승인했습니다.`,
    mayCollect: (merchant) => `이제 ${merchant}에서 동의하신 한도 내의 대금을 출금할 수 있습니다.`,
  },
  alreadyDone: {
    title: '이미 등록되었습니다',
    body: (merchant) => `${merchant}의 이 자동이체는 이전에 등록되었습니다. 더 하실 일이 없습니다.`,
  },
  nothingCollected: '아무것도 등록되지 않았고 출금된 돈도 없습니다.',
  failed: {
    REJECTED: {
      title: '은행이 자동이체를 거절했습니다',
      happened: '은행이 이 계좌의 자동이체를 허용하지 않습니다.',
      next: (merchant) =>
        `${merchant}에 새 링크를 요청해 다른 계좌를 사용하거나 은행에 이유를 문의하세요.`,
    },
    LOCKED: {
      title: '시도 횟수가 너무 많습니다',
      happened: '은행이 지금은 더 이상의 로그인을 받지 않습니다.',
      next: (merchant) => `잠시 후 ${merchant}에 새 링크를 요청하세요.`,
    },
    LOGIN: {
      title: '은행이 본인임을 확인하지 못했습니다',
      happened: '은행 로그인이 거절되었거나 끝나지 않았습니다.',
      next: (merchant) => `다시 시도하려면 ${merchant}에 새 링크를 요청하세요.`,
    },
    UNAVAILABLE: {
      title: '은행에 연결할 수 없습니다',
      happened: '은행이 제때 응답하지 않았습니다.',
      next: (merchant) => `나중에 ${merchant}의 새 링크로 다시 시도하거나 다른 은행을 이용하세요.`,
    },
    OTHER: {
      title: '완료하지 못했습니다',
      happened: '자동이체를 등록하지 못했습니다.',
      next: (merchant) => `다시 시도하려면 ${merchant}에 새 링크를 요청하세요.`,
    },
  },
  revoked: {
    title: '이 자동이체는 철회되었습니다',
    body: (merchant) => `동의를 철회하셨으므로 ${merchant}에서 더 이상 출금할 수 없습니다.`,
  },
  cancelled: {
    title: '이 자동이체는 취소되었습니다',
    body: (merchant) => `더 이상 필요하지 않으며, ${merchant}에서 출금할 수 없습니다.`,
  },
  closed: {
    title: '이 자동이체는 종료되었습니다',
    body: (merchant) => `${merchant}에서 더 이상 출금할 수 없습니다. 더 하실 일이 없습니다.`,
  },
  declined: {
    title: '동의하지 않으셨습니다',
    body: (merchant) => `자동이체가 등록되지 않았으며, ${merchant}에서 출금할 수 없습니다.`,
    reconsider: '계속 진행하기',
  },
  invalidLink: {
    title: '이 링크를 사용할 수 없습니다',
    body: () =>
      '링크는 몇 분 동안 한 번만 열립니다. 이전 페이지로 돌아가 다시 시작하세요. 아무것도 등록되지 않았고 출금된 돈도 없습니다.',
  },
  sessionEnded: {
    title: '다시 시작하세요',
    body: () =>
      '안전을 위해 이 페이지가 닫혔습니다. 이전 페이지로 돌아가 다시 여세요. 이미 동의한 내용은 유지되며 출금된 돈은 없습니다.',
  },
  offline: {
    title: '연결되지 않음',
    body: () =>
      '연결할 수 없습니다. 인터넷 연결을 확인하세요. 연결되면 바로 다시 시도합니다. 이미 동의한 내용은 유지되고 출금된 돈은 없으며, 다시 시도해도 두 번 등록되지 않습니다.',
  },
  server: {
    title: '저희 쪽에 문제가 생겼습니다',
    body: () =>
      '자동이체 정보를 불러오지 못했습니다. 잠시 후 다시 시도하세요. 이미 동의한 내용은 유지되고 출금된 돈은 없으며, 두 번 등록되지 않습니다.',
  },
  rateLimited: {
    title: '시도 횟수가 너무 많습니다',
    body: () =>
      '계좌의 부정 사용을 막기 위해 여러 번 시도하면 잠시 멈춥니다. 마지막 시도는 처리되지 않았고 출금된 돈은 없습니다.',
  },
  receipt: {
    reference: '참조 번호',
    ownLimit: '내가 정한 1회 한도',
  },
};
