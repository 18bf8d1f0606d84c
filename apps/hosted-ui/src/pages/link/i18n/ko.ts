import { ko as banks } from '../../../shared/banks/i18n/ko.js';
import { withRo } from '../../../shared/i18n/josa.js';
import { ko as page } from '../../../shared/i18n/page/ko.js';
import type { LinkTexts } from './en.js';

export const ko: LinkTexts = {
  ...page,
  loading: '계좌 연결을 불러오는 중',
  toTry:
    '실제 은행도 실제 데이터도 아닙니다. Test Bank를 선택하고 usergood, 비밀번호 datagood으로 로그인하거나 user_otp와 인증번호 123456을 사용하세요.',
  someBank: '내 은행',
  summary: {
    label: '계좌 연결 요약',
    title: '계좌 연결',
    update: '계좌 연결 업데이트',
    refresh: '데이터 업데이트',
    readOnly: '데이터를 읽기만 합니다. 이것으로 돈을 옮길 수는 없습니다.',
  },
  institution: {
    ...banks.search,
    body: (merchant) => `동의하시면 ${merchant}에서 해당 은행의 계좌 정보를 보게 됩니다.`,
    country: '국가 또는 지역',
    any: '전체',
    type: '유형',
    types: { BANK: '은행', WALLET: '전자지갑', TEST: '테스트 은행' },
    opening: '은행을 여는 중…',
  },
  consent: {
    title: '확인 및 동의',
    statement: '동의하시는 내용',
    refresh: '데이터를 최신으로 유지',
    refreshHint: (merchant) =>
      `${merchant}에서 다시 묻지 않고 새 데이터를 받습니다. 로그인 정보는 이 목적으로만 암호화하여 보관합니다.`,
    refreshHintOwnPage: (merchant) =>
      `은행이 허용하는 동안 ${merchant}에서 다시 묻지 않고 새 데이터를 받습니다.`,
    refreshForced: (merchant) =>
      `${merchant}에서 다시 묻지 않고 정기적으로 새 데이터를 받습니다. 로그인 정보는 이 목적으로만 암호화하여 보관합니다.`,
    recorded: (merchant) =>
      `고객님과 ${merchant}을(를) 위해 이 문구와 동의하신 시각을 기록으로 보관합니다.`,
    agree: '동의하고 계속',
    agreeAndGo: (institution) => `동의하고 ${withRo(institution)} 이동`,
    decline: '동의하지 않음',
  },
  login: {
    ...banks.login,
    fault: (field) => `입력해 주세요: ${field}`,
    otherWay: '다른 방법으로 로그인',
    trust: (merchant) =>
      `로그인 정보는 이 브라우저에서 암호화됩니다. ${merchant}에서는 볼 수 없습니다.`,
  },
  refresh: {
    title: (institution) => `${institution} 데이터 업데이트`,
    body: (merchant) =>
      `${merchant}에서 최신 데이터를 요청합니다. 저장된 로그인 정보를 사용하며, 동의하신 내용은 그대로입니다.`,
    ownPage: (institution) => `${institution} 페이지에서 확인이 필요합니다.`,
    update: '지금 업데이트',
    continue: (institution) => `${withRo(institution)} 계속`,
    typeAnew: '로그인 정보 다시 입력',
  },
  connecting: {
    title: (institution) => `${institution}에 로그인하는 중`,
    body: '보통 몇 초가 걸립니다. 이 페이지는 저절로 계속됩니다.',
  },
  action: {
    code: '인증번호 입력',
    device: '기기 선택',
    other: '은행의 질문',
    codeHint: '공백이 있어도 됩니다',
    fault: '이 항목에 답해 주세요.',
    choose: '선택해 주세요',
    confirm: '계속',
  },
  bankPage: {
    title: '은행에서 확인',
    leaving: (institution) => `${withRo(institution)} 이동합니다. 끝나면 이 페이지로 돌아옵니다.`,
    newTab: (institution) =>
      `새 탭에서 ${institution} 페이지가 열립니다. 끝나면 여기로 돌아오세요. 이 페이지는 저절로 계속됩니다.`,
    waiting: '방금 확인하셨다면 이 페이지는 저절로 계속됩니다.',
    nothingYet: '아직 아무것도 연결되지 않았습니다.',
    open: (institution) => `${withRo(institution)} 이동`,
  },
  connected: {
    title: (institution) => `${institution} 연결 완료`,
    arriving: (merchant) => `로그인되었습니다. 데이터를 ${withRo(merchant)} 보내는 중입니다.`,
    complete: (merchant) => `동의하신 데이터가 ${merchant}에 도착했습니다.`,
    partial: (merchant) =>
      `데이터의 일부가 ${merchant}에 도착했습니다. 나머지는 은행에서 읽지 못했습니다.`,
    empty: {
      title: '데이터 없음',
      body: (merchant) =>
        `로그인되었지만 이 로그인에는 ${merchant}에서 요청한 데이터가 은행에 없습니다.`,
    },
    goesOn: '기다리지 않으셔도 됩니다. 페이지를 떠나도 계속됩니다.',
    progress: '내 데이터',
    products: {
      accounts: '계좌 및 잔액',
      transactions: '거래 내역',
      statements: '명세서',
      account_numbers: '계좌번호',
      identity: '이름 및 연락처',
      balance_history: '과거 잔액',
      payments: '결제',
      income_estimation: '소득 추정',
      card_details: '카드 정보',
    },
    states: {
      ARRIVING: '받는 중',
      READY: '받음',
      PARTLY: '일부 받음',
      NONE: '없음',
      FAILED: '읽지 못함',
    },
  },
  failed: {
    LOCKED: {
      title: '시도 횟수 초과',
      happened: (institution) => `당분간 ${institution}에 다시 로그인할 수 없습니다.`,
      next: '잠시 기다린 후 다시 시도하세요. 은행에서 로그인을 잠근 경우 언제 풀리는지 은행에 문의하실 수 있습니다.',
    },
    LIMITED: {
      title: '시도 횟수 초과',
      happened: (institution) =>
        `로그인에 여러 번 실패하여 당분간 ${institution}에 로그인을 시도하지 않습니다.`,
      next: '앱으로 돌아가서 나중에 다시 시도하세요.',
    },
    UNAVAILABLE: {
      title: '은행에 연결할 수 없습니다',
      happened: (institution) => `지금은 ${institution}에서 응답하지 않습니다.`,
      next: '몇 분 후에 다시 시도하세요. 로그인이 거절된 것은 아닙니다.',
    },
    REFUSED: {
      title: '확인되지 않음',
      happened: (institution) => `${institution}에서 로그인이 확인되지 않았습니다.`,
    },
    OTHER_LOGIN: {
      title: '다른 로그인 정보입니다',
      happened: (institution) =>
        `${institution}에서 로그인이 확인되었지만 이전에 연결한 로그인 정보와 다릅니다.`,
      next: '이전에 연결한 로그인 정보로 로그인하세요. 이 로그인 정보를 연결하려면 앱에서 새로 시작하세요.',
    },
    TIMED_OUT: {
      title: '시간 초과',
      happened: (institution) => `${institution}에서 답변을 기다리다가 로그인을 종료했습니다.`,
    },
    OTHER: {
      title: '완료하지 못했습니다',
      happened: (institution) => `${institution} 계좌를 연결하지 못했습니다.`,
    },
  },
  nothingLinked: '아무것도 연결되지 않았습니다.',
  nothingChanged: '변경된 내용이 없습니다.',
  sameBank: '다시 시도',
  otherBank: '다른 은행 선택',
  notices: {
    credentials:
      '은행에서 이 로그인 정보를 받아들이지 않았습니다. 아무것도 연결되지 않았습니다. 확인 후 다시 시도하세요.',
    kept_login:
      '저장된 로그인 정보를 더 이상 사용할 수 없습니다. 데이터를 업데이트하려면 다시 입력하세요.',
    bank_not_offered:
      '이 은행은 아직 연결할 수 없습니다. 아무것도 연결되지 않았습니다. 다른 은행을 선택하세요.',
    consent_changed:
      '이 페이지를 여신 후 동의 내용이 바뀌었습니다. 아무것도 연결되지 않았습니다. 다시 읽어 주세요.',
    not_accepted: '받아들여지지 않았습니다. 다시 시도하세요.',
    not_sent: '전송되지 않았습니다. 연결을 확인하고 다시 시도하세요.',
    our_fault: '저희 쪽에 문제가 생겼습니다. 잠시 후 다시 시도하세요.',
    stuck: '브라우저에서 돌아가기를 허용하지 않았습니다. 다시 시도하세요.',
  },
  updateNotices: {
    credentials:
      '은행에서 이 로그인 정보를 받아들이지 않았습니다. 변경된 내용이 없습니다. 확인 후 다시 시도하세요.',
    bank_not_offered: '지금은 이 은행을 업데이트할 수 없습니다. 변경된 내용이 없습니다.',
    consent_changed:
      '이 페이지를 여신 후 동의 내용이 바뀌었습니다. 변경된 내용이 없습니다. 다시 읽어 주세요.',
  },
  left: {
    title: '아무것도 연결되지 않았습니다',
    body: (merchant) =>
      `${merchant}에 전달된 데이터가 없습니다. 언제든지 그곳에서 다시 시작하실 수 있습니다.`,
  },
  unchanged: {
    title: '변경된 내용이 없습니다',
    body: (merchant) => `${merchant}에 전달된 새 데이터가 없습니다. 연결은 그대로 유지됩니다.`,
  },
  done: {
    title: '완료되었습니다',
    body: (merchant) => `${merchant}에서 데이터로 계속 진행합니다. 이 페이지를 닫으셔도 됩니다.`,
  },
  alreadyLinked: {
    title: '은행이 이미 로그인을 승인했습니다',
    body: (merchant) =>
      `취소하시기 전에 은행이 로그인을 승인했습니다. 동의하신 데이터가 ${merchant}에 전달됩니다. 연결을 해제하려면 ${merchant}에 문의하세요.`,
  },
  invalidLink: {
    title: '이 링크는 작동하지 않습니다',
    body: () =>
      '링크는 한 번만, 몇 분 동안만 열립니다. 처음 화면으로 돌아가시면 다시 시작하실 수 있습니다.',
  },
  sessionEnded: {
    title: '다시 시작해 주세요',
    body: () => '안전을 위해 이 페이지를 닫았습니다. 처음 화면으로 돌아가 다시 열어 주세요.',
  },
  offline: {
    title: '연결 없음',
    body: () => '연결할 수 없습니다. 인터넷 연결을 확인하세요. 복구되는 대로 다시 시도합니다.',
  },
  server: {
    title: '저희 쪽에 문제가 생겼습니다',
    body: () => '페이지를 불러오지 못했습니다. 잠시 후 다시 시도하세요.',
  },
  rateLimited: {
    title: '시도 횟수가 너무 많습니다',
    body: () =>
      '계좌 도용을 막기 위해 여러 번 시도하면 잠시 멈춥니다. 마지막 시도는 실행되지 않았습니다.',
  },
};
