import { ko as page } from '../../../shared/i18n/page/ko.js';
import { withRo } from '../../../shared/i18n/josa.js';
import type { Texts } from './en.js';

export const ko: Texts = {
  ...page,
  toTry: {
    body: '실제 금액은 이동하지 않습니다.',
    withCard:
      '실제 금액은 이동하지 않습니다. 카드 번호 4242 4242 4242 4242와 아직 지나지 않은 유효기간, 아무 보안 코드로 결제해 주세요.',
  },
  summary: {
    label: '결제 요약',
    amountDue: '결제할 금액',
    amount: '금액',
    saveMethod: '결제 수단 저장',
    cardSaved: '카드가 저장됨',
    nothingDue: '오늘은 청구되지 않습니다.',
    reference: '참조 번호',
  },
  loading: '결제 정보를 불러오는 중',
  autopay: {
    title: '다음부터 자동으로 결제할까요?',
    body: (merchant) =>
      `${merchant}에서 앞으로의 결제를 매번 확인 없이 진행해도 되는지 묻고 있습니다.`,
    yes: '예, 자동으로 결제합니다',
    yesBody: (merchant) => `결제일이 되면 ${merchant}에서 지금 사용하는 결제 수단으로 청구합니다.`,
    no: '아니요, 매번 직접 결제합니다',
    noBody: () => '매번 직접 결제를 시작합니다.',
    continue: '계속',
    change: (merchant) => `언제든지 ${merchant}에 요청하여 변경할 수 있습니다.`,
  },
  oneTap: {
    title: '결제 수단을 선택해 주세요',
    label: '한 번 눌러 결제',
    payWith: (card) => `${card}로 결제`,
    wallet: '전자지갑으로 결제',
    orByCard: '또는 카드로 결제',
    orByAnotherCard: '또는 다른 카드로 결제',
    setupTitle: '결제 수단을 선택해 주세요',
    orSaveCard: '또는 카드 저장',
  },
  cardForm: {
    title: '카드로 결제',
    setupTitle: '카드 저장',
    frameTitle: '카드 정보',
    accepted: '사용할 수 있는 카드',
    loading: '카드 입력란을 불러오는 중',
    pay: (amount) => `${amount} 결제`,
    save: '카드 저장',
    paying: '결제를 처리하는 중…',
    saving: '카드를 저장하는 중…',
    reload: '카드 입력란 다시 불러오기',
    trust: (merchant) =>
      `카드 정보는 카드 처리 업체로 바로 전달됩니다. ${merchant}에서는 카드 번호를 볼 수 없습니다.`,
    consent: {
      AUTOPAY: {
        PAYMENT: (merchant) =>
          `결제하면 ${merchant}에서 이 카드를 저장하고 이후 결제를 매번 묻지 않고 청구하는 데 동의하게 됩니다.`,
        SETUP: (merchant) =>
          `카드를 저장하면 ${merchant}에서 이후 결제를 매번 묻지 않고 청구하는 데 동의하게 됩니다.`,
      },
      CLICK_TO_PAY: {
        PAYMENT: (merchant) =>
          `다음 결제가 더 빨라지도록 ${merchant}에서 이 카드를 저장합니다. 직접 결제를 시작할 때만 청구됩니다.`,
        SETUP: (merchant) =>
          `${merchant}에서 나중을 위해 이 카드를 저장합니다. 직접 결제를 시작할 때만 청구됩니다.`,
      },
    },
    notices: {
      card: '카드 정보를 확인하고 다시 시도해 주세요. 청구된 금액은 없습니다.',
      cardFormSilent:
        '카드 입력란이 응답하지 않습니다. 청구된 금액은 없습니다. 다시 불러온 뒤 시도해 주세요.',
      notReceived:
        '정보가 전달되지 않아 청구된 금액이 없습니다. 연결을 확인하고 다시 시도해 주세요.',
      notAccepted:
        '이번에는 카드를 사용할 수 없었습니다. 청구된 금액은 없습니다. 다시 입력해 주세요.',
    },
  },
  processing: {
    title: '결제를 확인하는 중',
    setupTitle: '카드를 확인하는 중',
    body: '은행의 확인을 기다리고 있습니다. 보통 몇 초, 때로는 몇 분이 걸립니다. 결과는 이 화면에 자동으로 표시됩니다.',
    setupBody:
      '은행이 카드를 확인하기를 기다리고 있습니다. 보통 몇 초가 걸립니다. 결과는 이 화면에 자동으로 표시됩니다.',
    doNotRepeat: (merchant) =>
      `다시 결제하지 말아 주세요. 이 페이지를 닫아도 결제는 계속 진행되며 ${merchant}에 결과가 전달됩니다.`,
    setupDoNotRepeat: (merchant) =>
      `이 페이지를 닫아도 계속 진행되며 ${merchant}에 결과가 전달됩니다.`,
  },
  challenge: {
    title: '은행에서 본인 인증을 해 주세요',
    leaving: '은행에서 본인 확인을 요청했습니다. 은행 페이지로 이동합니다.',
    waiting:
      '은행에서 본인 확인을 요청했습니다. 방금 인증을 마쳤다면 결과가 이 화면에 자동으로 표시됩니다.',
    notCharged: '아직 청구되지 않았습니다.',
    open: '은행 페이지로 이동',
  },
  success: {
    title: '결제가 완료되었습니다',
    body: (amount, merchant) => `${merchant}에 ${amount} 결제를 완료했습니다.`,
    setupTitle: '카드가 저장되었습니다',
    setupBody: (merchant) =>
      `${merchant}에서 사용할 카드가 저장되었습니다. 청구된 금액은 없습니다.`,
    saved: {
      AUTOPAY: (merchant) => `${merchant}에서 이후 결제를 이 카드로 청구할 수 있습니다.`,
      CLICK_TO_PAY: () => '직접 결제를 시작할 때만 이 카드로 청구됩니다.',
    },
  },
  alreadyPaid: {
    title: '이미 결제되었습니다',
    body: (merchant) =>
      `${merchant}에 대한 이 결제는 이전에 완료되었습니다. 다시 청구되지 않았으며 더 할 일이 없습니다.`,
    setupTitle: '카드가 이미 저장되었습니다',
    setupBody: (merchant) =>
      `이 링크로 ${merchant}에서 사용할 카드가 이전에 저장되었습니다. 더 할 일이 없습니다.`,
  },
  failed: {
    PAYMENT_METHOD_EXPIRED: {
      title: '카드의 유효기간이 지났습니다',
      happened: '유효기간이 지나 은행에서 카드를 거절했습니다.',
      next: '다른 카드로 다시 시도해 주세요.',
    },
    PAYMENT_METHOD_DECLINED: {
      title: '카드가 거절되었습니다',
      happened: '은행에서 카드를 승인하지 않았고 다른 이유는 알려 주지 않았습니다.',
      next: '다른 카드를 사용하거나 은행에 이유를 문의해 주세요.',
    },
    INSUFFICIENT_FUNDS: {
      title: '잔액이 부족합니다',
      happened: '카드의 잔액 또는 한도가 부족하다고 은행에서 답했습니다.',
      next: '다른 카드를 사용하거나 잔액을 채운 뒤 다시 시도해 주세요.',
    },
    AUTHENTICATION_FAILED: {
      title: '은행에서 본인 확인을 하지 못했습니다',
      happened: '은행의 본인 인증이 거절되었거나 끝나지 않았습니다.',
      next: '다시 시도하여 인증을 마치거나 다른 카드를 사용해 주세요.',
    },
    OTHER: {
      title: '완료되지 않았습니다',
      happened: '카드를 처리하지 못했습니다.',
      next: '다시 시도하거나 다른 카드를 사용해 주세요.',
    },
  },
  debit: {
    offer: '은행 계좌 자동이체',
    payFrom: (bank, ending) => `${bank} 계좌 (끝자리\u00a0${ending})에서 결제`,
    account: (bank, ending) => `${bank} 계좌 (끝자리 ${ending})`,
    yourBank: '내 은행',
    cannotPay:
      '이 자동이체는 이번 결제에 더 이상 사용할 수 없습니다. 청구된 금액은 없습니다. 다른 결제 수단을 선택해 주세요.',
    collecting:
      '은행이 자동이체를 처리하고 있으며, 며칠이 걸릴 수 있습니다. 더 하실 일은 없습니다. 결과가 곧 나오면 이 화면에 자동으로 표시됩니다.',
    setUp: '자동이체 등록',
    settingUp: {
      title: '자동이체를 등록하는 중',
      body: '은행의 응답을 기다리고 있으며, 며칠이 걸릴 수 있습니다. 더 하실 일은 없습니다. 결과가 곧 나오면 이 화면에 자동으로 표시됩니다.',
    },
    setUpDone: '자동이체 등록 완료',
    setUpBody: (merchant) => `${merchant}의 자동이체가 등록되었습니다. 출금된 돈은 없습니다.`,
    failed: {
      INSUFFICIENT_FUNDS: {
        title: '잔액이 부족합니다',
        happened: '계좌의 잔액이 부족하다고 은행에서 답했습니다.',
        next: '잔액을 채운 뒤 다시 시도하거나 다른 방법으로 결제해 주세요.',
      },
      AUTHENTICATION_FAILED: {
        title: '은행에서 본인 확인을 하지 못했습니다',
        happened: '은행 로그인이 거절되었거나 끝나지 않았습니다.',
        next: '다시 시도하거나 다른 방법으로 결제해 주세요.',
      },
      OUTSIDE_TERMS: {
        title: '동의한 범위를 벗어났습니다',
        happened: '이 결제는 자동이체의 한도나 기간을 벗어납니다.',
        next: '다른 방법으로 결제해 주세요.',
      },
      ENDED: {
        title: '자동이체가 종료되었습니다',
        happened: '출금되기 전에 자동이체가 철회되거나 취소되었습니다.',
        next: '다시 등록하거나 다른 방법으로 결제해 주세요.',
      },
      OTHER: {
        title: '은행에서 받아들이지 않았습니다',
        happened: '은행이 자동이체를 처리하지 않았습니다.',
        next: '다시 시도하거나 다른 방법으로 결제해 주세요.',
      },
    },
  },
  transfer: {
    offer: '계좌 이체',
    title: '계좌 이체로 결제',
    body: (merchant) =>
      `이용하시는 은행에서 아래 금액을 ${withRo(merchant)} 한 번에 정확히 이체하고 이체 참조 번호를 함께 입력해 주세요.`,
    amount: '이체할 금액',
    recipient: '받는 분',
    account: '계좌 번호',
    reference: '이체 참조 번호',
    rules:
      '참조 번호가 없으면 어떤 결제의 돈인지 알 수 없습니다. 금액보다 적으면 전액을 돌려드리고, 많으면 초과한 금액을 돌려드립니다.',
    waiting: '돈이 도착하면 결과가 이 화면에 자동으로 표시됩니다. 그동안 화면을 닫아도 됩니다.',
    otherWay: '다른 방법으로 결제',
    otherWayRule:
      '이미 이체하셨나요? 그렇다면 계좌 이체를 유지해 주세요. 다른 방법을 선택하면 이체한 돈은 되돌려집니다.',
    returned: {
      TOO_LITTLE: (amount) =>
        `입금된 금액(${amount})이 결제할 금액보다 적어 돈을 돌려드렸습니다. 전체 금액을 한 번에 이체해 주세요.`,
      OTHER_CURRENCY: (amount) =>
        `입금된 금액(${amount})이 이 결제와 다른 통화여서 돈을 돌려드렸습니다.`,
    },
  },
  surcharge: {
    label: '추가 수수료',
    total: '총 결제 금액',
    added: (amount) => `(+\u00a0추가 수수료 ${amount})`,
    included: (amount) => `추가 수수료 ${amount} 포함`,
    changed:
      '이 결제 방법의 추가 수수료가 변경되었습니다. 청구된 금액은 없습니다. 새 총액을 확인하고 다시 시도해 주세요.',
  },
  moneyMoved: {
    NO: () => '청구된 금액은 없습니다.',
    YES: (merchant) =>
      `금액이 청구되었습니다. 이 금액은 환불되고 있으며, 며칠 안에 도착하지 않으면 ${merchant}에 문의해 주세요.`,
    UNKNOWN: (merchant) =>
      `금액이 청구되었는지 아직 알 수 없습니다. ${merchant}에서 확인하기 전에는 다시 결제하지 말아 주세요.`,
  },
  expired: {
    title: '결제 링크가 만료되었습니다',
    body: (merchant) => `결제 기한이 지났습니다. ${merchant}에 새 링크를 요청해 주세요.`,
  },
  cancelled: {
    title: '결제가 취소되었습니다',
    body: (merchant) => `${merchant}에서 취소하여 여기서 더 결제할 것이 없습니다.`,
  },
  invalidLink: {
    title: '이 링크는 사용할 수 없습니다',
    body: () =>
      '링크가 완전하지 않거나 더 이상 유효하지 않을 수 있습니다. 받은 메시지에서 다시 열거나 보낸 사람에게 새 링크를 요청해 주세요. 청구된 금액은 없습니다.',
  },
  sessionEnded: {
    title: '링크를 다시 열어 주세요',
    body: () =>
      '안전을 위해 이 페이지가 닫혔습니다. 계속하려면 결제 링크를 다시 열어 주세요. 아직 결제를 누르지 않았다면 청구된 금액은 없으며, 이미 눌렀다면 다시 결제하기 전에 링크에서 결과를 확인해 주세요.',
  },
  usedUp: {
    by: {
      CARD: (merchant) =>
        `이 결제 링크로는 앞으로도 카드를 더 사용할 수 없습니다. 다른 방법을 선택하거나 ${merchant}에 새 링크를 요청해 주세요.`,
      MANDATE: (merchant) =>
        `이 결제 링크로는 앞으로도 자동이체를 더 사용할 수 없습니다. 다른 방법을 선택하거나 ${merchant}에 새 링크를 요청해 주세요.`,
    },
    otherWays: '다른 결제 방법 보기',
    title: '이 링크로는 더 시도할 수 없습니다',
    body: '카드와 계좌의 부정 사용을 막기 위해 결제 링크마다 시도 횟수가 정해져 있습니다. 이 링크의 횟수를 모두 사용했으며, 기다려도 다시 시도할 수 없습니다.',
    next: (merchant) => `${merchant}에 새 링크를 요청해 주세요.`,
  },
  noMethod: {
    title: '지금은 결제할 수 없습니다',
    body: (merchant) =>
      `${merchant}에서 현재 이 링크로 결제를 받을 수 없습니다. 청구된 금액은 없습니다. 나중에 다시 시도하거나 ${merchant}에 문의해 주세요.`,
  },
  offline: {
    title: '연결되지 않음',
    body: () =>
      '결제 서비스에 연결할 수 없습니다. 인터넷 연결을 확인해 주세요. 연결되는 대로 다시 시도합니다. 아직 결제를 누르지 않았다면 청구된 금액은 없으며, 이미 눌렀다면 결과가 이 화면에 표시됩니다. 다시 시도해도 두 번 청구되지 않습니다.',
  },
  server: {
    title: '시스템에 문제가 발생했습니다',
    body: () =>
      '결제를 불러오지 못했습니다. 아직 결제를 누르지 않았다면 청구된 금액은 없으며, 이미 눌렀다면 결과가 이 화면에 표시됩니다. 잠시 후 다시 시도해 주세요. 두 번 청구되지 않습니다.',
  },
  rateLimited: {
    title: '시도 횟수가 너무 많습니다',
    body: () =>
      '카드와 계좌의 부정 사용을 막기 위해 여러 번 시도하면 잠시 멈춥니다. 마지막 시도는 실행되지 않았고 청구되지 않았습니다.',
  },
  receipt: {
    card: '카드',
    account: '출금 계좌',
    cardEnding: (brand, last4) => `${brand} (끝자리 ${last4})`,
  },
  brandUnknown: '카드',
};
