const TEXTS = {
  en: {
    number: 'Card number',
    expiry: 'Expiry date',
    cvc: 'Security code',
    note: 'Fake card fields: nothing typed here goes anywhere.',
    numberError: 'Enter the full card number.',
    expiryError: 'Enter the expiry date as MM / YY.',
    cvcError: 'Enter the security code.',
  },
  'zh-Hant': {
    number: '卡號',
    expiry: '到期日',
    cvc: '安全碼',
    note: '模擬的卡片欄位：輸入的資料不會傳送。',
    numberError: '請輸入完整的卡號。',
    expiryError: '請以 MM / YY 格式輸入到期日。',
    cvcError: '請輸入安全碼。',
  },
  'zh-Hans': {
    number: '卡号',
    expiry: '有效期',
    cvc: '安全码',
    note: '模拟的银行卡输入框：输入的内容不会发送。',
    numberError: '请输入完整的卡号。',
    expiryError: '请按 MM / YY 格式输入有效期。',
    cvcError: '请输入安全码。',
  },
  ko: {
    number: '카드 번호',
    expiry: '유효기간',
    cvc: '보안 코드',
    note: '모의 카드 입력란입니다. 입력한 내용은 전송되지 않습니다.',
    numberError: '카드 번호를 모두 입력하세요.',
    expiryError: '유효기간을 MM / YY 형식으로 입력하세요.',
    cvcError: '보안 코드를 입력하세요.',
  },
  vi: {
    number: 'Số thẻ',
    expiry: 'Ngày hết hạn',
    cvc: 'Mã bảo mật',
    note: 'Ô nhập thẻ mô phỏng: nội dung bạn nhập không được gửi đi.',
    numberError: 'Hãy nhập đầy đủ số thẻ.',
    expiryError: 'Hãy nhập ngày hết hạn theo dạng MM / YY.',
    cvcError: 'Hãy nhập mã bảo mật.',
  },
};

export function textsIn(language) {
  return TEXTS[language] ?? TEXTS.en;
}
