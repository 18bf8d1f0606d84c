import type { Texts } from '../../base/pages/languages.js';

export interface ChallengeTexts {
  readonly bank: string;
  readonly payment: string;
  readonly setup: string;
  readonly paymentLead: string;
  readonly setupLead: string;
  readonly merchant: string;
  readonly amount: string;
  readonly card: string;
  readonly approve: string;
  readonly refuse: string;
  readonly approved: string;
  readonly refused: string;
  readonly cancelled: string;
  readonly decidedLead: string;
  readonly back: string;
  readonly note: string;
}

export const challengeTexts: Texts<ChallengeTexts> = {
  en: {
    bank: 'Sandbox Bank',
    payment: 'Confirm your payment',
    setup: 'Confirm saving your card',
    paymentLead: 'Your bank asks whether you want to make this payment.',
    setupLead: 'Your bank asks whether you want to save this card with the merchant.',
    merchant: 'Merchant',
    amount: 'Amount',
    card: 'Card',
    approve: 'Approve',
    refuse: 'Refuse',
    approved: 'You have approved this request',
    refused: 'You have refused this request',
    cancelled: 'This request was cancelled by the merchant',
    decidedLead: 'Nothing is left to do here.',
    back: 'Back to the merchant',
    note: 'This is a simulated bank. No real money moves.',
  },
  'zh-Hant': {
    bank: '測試銀行',
    payment: '確認付款',
    setup: '確認儲存信用卡',
    paymentLead: '您的銀行想確認您是否要付這筆款項。',
    setupLead: '您的銀行想確認您是否要在商戶儲存此卡。',
    merchant: '商戶',
    amount: '金額',
    card: '信用卡',
    approve: '同意',
    refuse: '拒絕',
    approved: '您已同意此請求',
    refused: '您已拒絕此請求',
    cancelled: '商戶已取消此請求',
    decidedLead: '您無需再進行任何操作。',
    back: '返回商戶',
    note: '此為模擬銀行，不涉及真實款項。',
  },
  'zh-Hans': {
    bank: '测试银行',
    payment: '确认付款',
    setup: '确认保存银行卡',
    paymentLead: '您的银行想确认您是否要支付这笔款项。',
    setupLead: '您的银行想确认您是否要在商户保存此卡。',
    merchant: '商户',
    amount: '金额',
    card: '银行卡',
    approve: '同意',
    refuse: '拒绝',
    approved: '您已同意此请求',
    refused: '您已拒绝此请求',
    cancelled: '商户已取消此请求',
    decidedLead: '您无需再进行任何操作。',
    back: '返回商户',
    note: '这是模拟银行，不涉及真实资金。',
  },
  ko: {
    bank: '테스트 은행',
    payment: '결제 확인',
    setup: '카드 저장 확인',
    paymentLead: '이 결제를 진행할지 은행에서 확인합니다.',
    setupLead: '이 카드를 가맹점에 저장할지 은행에서 확인합니다.',
    merchant: '가맹점',
    amount: '금액',
    card: '카드',
    approve: '승인',
    refuse: '거절',
    approved: '요청을 승인했습니다',
    refused: '요청을 거절했습니다',
    cancelled: '가맹점이 요청을 취소했습니다',
    decidedLead: '더 이상 하실 일이 없습니다.',
    back: '가맹점으로 돌아가기',
    note: '모의 은행입니다. 실제 돈은 이동하지 않습니다.',
  },
  vi: {
    bank: 'Ngân hàng thử nghiệm',
    payment: 'Xác nhận thanh toán',
    setup: 'Xác nhận lưu thẻ',
    paymentLead: 'Ngân hàng hỏi bạn có muốn thực hiện thanh toán này không.',
    setupLead: 'Ngân hàng hỏi bạn có muốn lưu thẻ này tại đơn vị bán hàng không.',
    merchant: 'Đơn vị bán hàng',
    amount: 'Số tiền',
    card: 'Thẻ',
    approve: 'Đồng ý',
    refuse: 'Từ chối',
    approved: 'Bạn đã đồng ý yêu cầu này',
    refused: 'Bạn đã từ chối yêu cầu này',
    cancelled: 'Đơn vị bán hàng đã hủy yêu cầu này',
    decidedLead: 'Bạn không cần làm gì thêm ở đây.',
    back: 'Quay lại đơn vị bán hàng',
    note: 'Đây là ngân hàng mô phỏng. Không có tiền thật được chuyển.',
  },
};
