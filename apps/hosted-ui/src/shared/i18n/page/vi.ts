import type { PageTexts } from './en.js';

export const vi: PageTexts = {
  testMode: 'Chế độ thử nghiệm.',
  footer: { support: 'Liên hệ hỗ trợ', terms: 'Điều khoản' },
  sessionNotice: {
    soon: (time) =>
      `Để bảo vệ bạn, trang này sẽ đóng lúc ${time}. Nếu bạn gia hạn, những gì đã nhập vẫn được giữ lại.`,
    stay: 'Tôi cần thêm thời gian',
    failed: 'Chưa gia hạn được. Hãy kiểm tra kết nối rồi thử lại.',
    last: (time) =>
      `Trang này sẽ đóng lúc ${time} và không thể gia hạn thêm. Hãy hoàn tất trước lúc đó hoặc bắt đầu lại sau.`,
    extended: (time) => `Bạn có thêm thời gian, đến ${time}.`,
  },
  backFromBank: {
    title: 'Bạn có thể đóng tab này',
    body: () => 'Trang trước đó sẽ tự tiếp tục.',
  },
  pause: {
    wait: (seconds) =>
      seconds < 90
        ? 'Bạn có thể thử lại sau khoảng một phút.'
        : `Bạn có thể thử lại sau khoảng ${Math.ceil(seconds / 60)} phút.`,
    now: 'Bây giờ bạn có thể thử lại.',
  },
  wayOut: {
    closePage: 'Bạn có thể đóng trang này.',
    returningSoon: (merchant) => `Bạn sẽ được đưa về ${merchant} sau vài giây.`,
    stay: 'Ở lại trang này',
  },
  unreachable: 'Hiện không có kết nối, chúng tôi vẫn đang thử.',
  someMerchant: 'người bán',
  sending: 'Đang gửi…',
  cancel: 'Hủy',
  actions: {
    retry: 'Thử lại',
    returnTo: (merchant) => `Quay lại ${merchant}`,
    contact: (merchant) => `Liên hệ ${merchant}`,
  },
};
