import type { Texts } from '../../base/pages/languages.js';

export interface CardFieldsTexts {
  readonly title: string;
  readonly number: string;
  readonly expiry: string;
  readonly expiryFormat: string;
  readonly cvc: string;
  readonly sandboxNote: string;
  readonly scriptNeeded: string;
  readonly errors: {
    readonly numberMissing: string;
    readonly numberInvalid: string;
    readonly expiryMissing: string;
    readonly expiryInvalid: string;
    readonly expiryPast: string;
    readonly cvcMissing: string;
    readonly cvcInvalid: string;
    readonly form: string;
    readonly unreachable: string;
  };
}

export const cardFieldsTexts: Texts<CardFieldsTexts> = {
  en: {
    title: 'Card details',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryFormat: 'MM / YY',
    cvc: 'Security code',
    sandboxNote: 'Sandbox: only test cards work here. Do not enter a real card.',
    scriptNeeded: 'Entering a card needs JavaScript. Please turn it on and reload the page.',
    errors: {
      numberMissing: 'Enter the card number.',
      numberInvalid: 'Check the card number.',
      expiryMissing: 'Enter the expiry date.',
      expiryInvalid: 'Check month and year.',
      expiryPast: 'This card has expired.',
      cvcMissing: 'Enter the security code.',
      cvcInvalid: 'The security code has 3 or 4 digits.',
      form: 'Check the card details.',
      unreachable: 'The card could not be checked. Nothing was charged. Please try again.',
    },
  },
  'zh-Hant': {
    title: '信用卡資料',
    number: '卡號',
    expiry: '有效期限',
    expiryFormat: '月 / 年',
    cvc: '安全碼',
    sandboxNote: '測試環境：只接受測試卡，請勿輸入真實卡號。',
    scriptNeeded: '輸入信用卡資料需要 JavaScript，請啟用後重新載入頁面。',
    errors: {
      numberMissing: '請輸入卡號。',
      numberInvalid: '請檢查卡號。',
      expiryMissing: '請輸入有效期限。',
      expiryInvalid: '請檢查有效期限的月份和年份。',
      expiryPast: '此卡已過期。',
      cvcMissing: '請輸入安全碼。',
      cvcInvalid: '安全碼為 3 或 4 位數字。',
      form: '請檢查信用卡資料。',
      unreachable: '無法核對信用卡，並未扣款。請再試一次。',
    },
  },
  'zh-Hans': {
    title: '银行卡信息',
    number: '卡号',
    expiry: '有效期',
    expiryFormat: '月 / 年',
    cvc: '安全码',
    sandboxNote: '测试环境：仅接受测试卡，请勿输入真实卡号。',
    scriptNeeded: '输入银行卡信息需要 JavaScript，请启用后重新加载页面。',
    errors: {
      numberMissing: '请输入卡号。',
      numberInvalid: '请检查卡号。',
      expiryMissing: '请输入有效期。',
      expiryInvalid: '请检查有效期的月份和年份。',
      expiryPast: '此卡已过期。',
      cvcMissing: '请输入安全码。',
      cvcInvalid: '安全码为 3 或 4 位数字。',
      form: '请检查银行卡信息。',
      unreachable: '无法核对银行卡，未扣款。请重试。',
    },
  },
  ko: {
    title: '카드 정보',
    number: '카드 번호',
    expiry: '유효기간',
    expiryFormat: '월 / 년',
    cvc: '보안 코드',
    sandboxNote: '테스트 환경: 테스트 카드만 사용할 수 있습니다. 실제 카드를 입력하지 마세요.',
    scriptNeeded: '카드를 입력하려면 JavaScript가 필요합니다. 켠 뒤 페이지를 새로 고치세요.',
    errors: {
      numberMissing: '카드 번호를 입력하세요.',
      numberInvalid: '카드 번호를 확인하세요.',
      expiryMissing: '유효기간을 입력하세요.',
      expiryInvalid: '유효기간의 월과 연도를 확인하세요.',
      expiryPast: '유효기간이 지난 카드입니다.',
      cvcMissing: '보안 코드를 입력하세요.',
      cvcInvalid: '보안 코드는 3자리 또는 4자리 숫자입니다.',
      form: '카드 정보를 확인하세요.',
      unreachable: '카드를 확인하지 못했습니다. 결제되지 않았습니다. 다시 시도하세요.',
    },
  },
  vi: {
    title: 'Thông tin thẻ',
    number: 'Số thẻ',
    expiry: 'Ngày hết hạn',
    expiryFormat: 'MM / YY',
    cvc: 'Mã bảo mật',
    sandboxNote: 'Môi trường thử nghiệm: chỉ dùng thẻ thử nghiệm, đừng nhập thẻ thật.',
    scriptNeeded: 'Cần có JavaScript để nhập thẻ. Vui lòng bật và tải lại trang.',
    errors: {
      numberMissing: 'Hãy nhập số thẻ.',
      numberInvalid: 'Hãy kiểm tra số thẻ.',
      expiryMissing: 'Hãy nhập ngày hết hạn.',
      expiryInvalid: 'Hãy kiểm tra tháng và năm hết hạn.',
      expiryPast: 'Thẻ này đã hết hạn.',
      cvcMissing: 'Hãy nhập mã bảo mật.',
      cvcInvalid: 'Mã bảo mật gồm 3 hoặc 4 chữ số.',
      form: 'Hãy kiểm tra thông tin thẻ.',
      unreachable: 'Không kiểm tra được thẻ. Chưa có khoản tiền nào bị trừ. Vui lòng thử lại.',
    },
  },
};
