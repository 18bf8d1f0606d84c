import type { MandateWords } from './mandate-words.js';

export const vi: MandateWords = {
  permission: ({ merchant, institution, description }) =>
    `Tôi cho phép ${merchant} thu tiền từ tài khoản của tôi tại ` +
    `${institution ?? 'ngân hàng của tôi'} bằng hình thức ghi nợ trực tiếp` +
    `${description ? ` (${description})` : ''}.`,
  periods: {
    DAILY: 'ngày',
    WEEKLY: 'tuần theo lịch',
    MONTHLY: 'tháng theo lịch',
    QUARTERLY: 'quý theo lịch',
    YEARLY: 'năm theo lịch',
  },
  perPayment: (amount) => `Mỗi khoản thu không bao giờ vượt quá ${amount}.`,
  perPeriod: (amount, period) =>
    `Tổng các khoản thu trong một ${period} không bao giờ vượt quá ${amount}.`,
  countPerPeriod: (count, period) => `Có tối đa ${count} khoản thu trong một ${period}.`,
  noLimit: 'Hai bên không thỏa thuận số tiền tối đa.',
  fromTo: (start, end) => `Có thể thu tiền từ ${start} đến ${end}, tính cả hai ngày này.`,
  from: (start) => `Có thể thu tiền từ ${start} cho đến khi tôi rút lại sự cho phép này.`,
  until: (end) => `Có thể thu tiền đến hết ${end}.`,
  utc: 'Ngày và kỳ được tính theo Giờ phối hợp quốc tế (UTC).',
  withoutAsking: (merchant) => `${merchant} không cần hỏi tôi trước mỗi lần thu tiền.`,
  withdrawal: (merchant) =>
    `Tôi có thể rút lại sự cho phép này bất cứ lúc nào, với ngân hàng hoặc với ${merchant}.`,
  holder: 'Tôi là chủ tài khoản, hoặc có quyền một mình ký thay tài khoản đó.',
};
