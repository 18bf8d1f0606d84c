import type { BankTexts } from './en.js';

export const vi: BankTexts = {
  search: {
    search: 'Tìm ngân hàng của bạn',
    hint: 'Không cần gõ chính xác từng chữ.',
    list: 'Ngân hàng',
    found: (count) => `${count} ngân hàng`,
    none: 'Không tìm thấy ngân hàng. Hãy thử cách viết khác hoặc ít chữ hơn.',
    failed: 'Không tải được danh sách ngân hàng.',
    business: 'Doanh nghiệp',
    ownPage: 'Mở trang của ngân hàng',
    title: 'Chọn ngân hàng của bạn',
    change: 'Đổi ngân hàng',
  },
  login: {
    show: 'Hiện',
    hide: 'Ẩn',
    title: (institution) => `Đăng nhập ${institution}`,
    continue: 'Đăng nhập',
    fields: { user_id: 'Tên đăng nhập', password: 'Mật khẩu' },
  },
};
