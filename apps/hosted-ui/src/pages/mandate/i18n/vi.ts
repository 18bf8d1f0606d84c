import { vi as banks } from '../../../shared/banks/i18n/vi.js';
import { vi as page } from '../../../shared/i18n/page/vi.js';
import type { MandateTexts } from './en.js';

export const vi: MandateTexts = {
  ...page,
  loading: 'Đang tải thông tin ghi nợ trực tiếp',
  toTry:
    'Không có ngân hàng thật và không có tiền thật. Hãy chọn Test Bank và đăng nhập bằng tên usergood, mật khẩu datagood và mã 123456.',
  progress: ({ step, of }) => `Bước ${step} trên ${of}`,
  summary: {
    label: 'Tóm tắt ghi nợ trực tiếp',
    title: 'Thiết lập ghi nợ trực tiếp',
    done: 'Đã thiết lập ghi nợ trực tiếp',
    ended: 'Ghi nợ trực tiếp',
    perPayment: (amount) => `Tối đa ${amount} mỗi khoản thu`,
    ownLimit: (amount) => `Hạn mức riêng của bạn: ${amount} mỗi khoản thu`,
    noLimit: 'Không có số tiền tối đa',
    perPeriod: (amount, period) => `Tối đa ${amount} ${period}`,
    countPerPeriod: (count, period) => `Tối đa ${count} khoản thu ${period}`,
    periods: {
      DAILY: 'mỗi ngày',
      WEEKLY: 'mỗi tuần',
      MONTHLY: 'mỗi tháng',
      QUARTERLY: 'mỗi quý',
      YEARLY: 'mỗi năm',
    },
    nothingDue: 'Việc thiết lập không thu khoản tiền nào.',
  },
  institution: {
    ...banks.search,
    sole: 'Ngân hàng của bạn',
    body: (merchant) => `${merchant} sẽ thu tiền từ một tài khoản tại đó.`,
    choosing: (institution) => `Đang chọn ${institution}…`,
    keep: (institution) => `Giữ ${institution}`,
  },
  account: {
    title: 'Tài khoản của bạn',
    holder: 'Chủ tài khoản',
    holderHint: 'Viết tên đúng như ngân hàng ghi',
    holderFault: 'Hãy nhập tên chủ tài khoản.',
    number: 'Số tài khoản',
    numberHint: 'Có dấu cách hay gạch nối đều được',
    numberFault: 'Hãy nhập đầy đủ số tài khoản.',
    continue: 'Tiếp tục',
    trust: (merchant) =>
      `Thông tin tài khoản được mã hóa ngay trong trình duyệt này. ${merchant} chỉ thấy các số cuối.`,
  },
  consent: {
    title: 'Kiểm tra và đồng ý',
    bank: 'Ngân hàng',
    account: 'Tài khoản',
    ending: (last4) => `có số cuối ${last4}`,
    most: 'Tối đa mỗi khoản',
    perPeriod: (period) => `Tối đa ${period}`,
    count: (period) => `Số khoản thu ${period}`,
    from: 'Từ ngày',
    until: 'Đến ngày',
    ownLimit: (currency) =>
      `Hạn mức riêng của bạn cho mỗi khoản, bằng ${currency} (không bắt buộc)`,
    ownLimitHint: 'Ngân hàng sẽ từ chối mọi khoản thu vượt hạn mức này.',
    ownLimitIs: (amount) => `Ngân hàng sẽ từ chối mọi khoản thu vượt ${amount}.`,
    ownLimitFault: (example) => `Hãy nhập số tiền lớn hơn 0, ví dụ ${example}, hoặc để trống.`,
    ownLimitAbove: (most) =>
      `Thỏa thuận này cho phép tối đa ${most} mỗi khoản. Hãy nhập số tiền không lớn hơn, hoặc để trống.`,
    ownLimitBelow: (due) =>
      `Khoản thanh toán này là ${due}. Hãy nhập số tiền không nhỏ hơn, hoặc để trống.`,
    statement: 'Nội dung bạn đồng ý',
    edit: 'Đổi tài khoản',
    agree: 'Đồng ý và tiếp tục',
    agreeAndGo: (institution) => `Đồng ý và sang ${institution}`,
    decline: 'Không đồng ý',
    recorded: (merchant) =>
      `Chúng tôi lưu nội dung này và thời điểm bạn đồng ý cho bạn, ${merchant} và ngân hàng của bạn.`,
  },
  login: {
    ...banks.login,
    body: 'Ngân hàng muốn chắc chắn rằng tài khoản là của bạn.',
    userIdFault: 'Hãy nhập tên đăng nhập.',
    passwordFault: 'Hãy nhập mật khẩu.',
    trust: (merchant) =>
      `Được mã hóa trong trình duyệt này, chỉ dùng cho lần đăng nhập này và không được lưu. ${merchant} không bao giờ thấy.`,
  },
  code: {
    title: 'Nhập mã',
    body: (institution) => `${institution} đã gửi cho bạn một mã dùng một lần.`,
    code: 'Mã dùng một lần',
    hint: 'Thường gồm 6 chữ số',
    fault: 'Hãy nhập mã mà ngân hàng đã gửi cho bạn.',
    confirm: 'Xác nhận',
    again: 'Đăng nhập lại',
  },
  bankPage: {
    title: 'Xác nhận với ngân hàng',
    leaving: (institution) =>
      `Chúng tôi đang đưa bạn đến ${institution}. Sau đó bạn sẽ trở lại đây.`,
    newTab: (institution) =>
      `${institution} mở trong một tab mới. Xong việc hãy quay lại đây: trang này tự tiếp tục.`,
    waiting: 'Nếu bạn vừa xác nhận, trang này sẽ tự tiếp tục.',
    nothingYet: 'Chưa có gì được thiết lập.',
    open: (institution) => `Tiếp tục đến ${institution}`,
  },
  notices: {
    credentials:
      'Ngân hàng không chấp nhận tên đăng nhập và mật khẩu này. Chưa có gì được thiết lập. Hãy kiểm tra và thử lại.',
    code: 'Ngân hàng không chấp nhận mã này. Chưa có gì được thiết lập. Hãy kiểm tra, hoặc dùng mã mới nhất mà bạn nhận được.',
    too_many:
      'Tạm thời không thể đăng nhập thêm. Chưa có gì được thiết lập. Hãy thử lại sau bằng liên kết mới.',
    bank_down:
      'Hiện không kết nối được với ngân hàng này. Chưa có gì được thiết lập. Hãy thử lại sau, hoặc chọn ngân hàng khác.',
    bank_not_offered:
      'Ngân hàng này không hỗ trợ ghi nợ trực tiếp. Chưa có gì được thiết lập. Hãy chọn ngân hàng khác.',
    account_refused:
      'Số tài khoản này không đúng. Chưa có gì được thiết lập. Hãy kiểm tra và thử lại.',
    not_approved:
      'Việc xác nhận tại ngân hàng chưa hoàn tất. Chưa có gì được thiết lập. Bạn có thể thử lại.',
    consent_changed:
      'Nội dung bạn đồng ý đã thay đổi từ khi bạn mở trang này. Chưa có gì được thiết lập. Hãy đọc lại.',
    limit_refused:
      'Hạn mức này cao hơn mức thỏa thuận cho phép. Chưa có gì được thiết lập. Hãy nhập số thấp hơn, hoặc để trống.',
    not_accepted: 'Yêu cầu không được chấp nhận. Chưa có gì được thiết lập. Hãy thử lại.',
    not_sent:
      'Chúng tôi chưa nhận được thông tin. Chưa có gì được thiết lập. Hãy kiểm tra kết nối và thử lại.',
    our_fault:
      'Đã xảy ra lỗi ở phía chúng tôi. Chưa có gì được thiết lập. Hãy thử lại sau giây lát.',
    no_answer:
      'Không có kết nối nên chưa biết thông tin đã đến nơi hay chưa. Bạn có thể thử lại: không có gì bị thiết lập hai lần.',
  },
  noticesOfSoleBank: {
    bank_down:
      'Hiện không kết nối được với ngân hàng này. Chưa có gì được thiết lập. Hãy thử lại sau.',
    bank_not_offered: 'Ngân hàng này không hỗ trợ ghi nợ trực tiếp. Chưa có gì được thiết lập.',
  },
  unavailableSoleBank: (merchant) => `Hãy thử lại sau bằng liên kết mới từ ${merchant}.`,
  processing: {
    title: 'Đang thiết lập ghi nợ trực tiếp',
    body: 'Chúng tôi đang chờ ngân hàng của bạn. Thường chỉ mất vài giây. Kết quả tự hiện ra ở đây.',
    close: (merchant) =>
      `Bạn có thể đóng trang này: việc thiết lập vẫn tiếp tục và ${merchant} sẽ biết kết quả.`,
  },
  submitted: {
    title: 'Ngân hàng đang kiểm tra',
    body: 'Sự đồng ý của bạn đã được gửi đến ngân hàng. Một số ngân hàng cần tối đa hai ngày làm việc để xác nhận.',
    close: (merchant) =>
      `Bạn không cần làm gì thêm. Bạn có thể đóng trang này; ${merchant} sẽ biết kết quả.`,
  },
  success: {
    title: 'Đã thiết lập ghi nợ trực tiếp',
    body: (merchant) => `Ngân hàng của bạn đã chấp nhận ghi nợ trực tiếp cho ${merchant}.`,
    mayCollect: (merchant) => `${merchant} giờ có thể thu tiền trong giới hạn mà bạn đã đồng ý.`,
  },
  alreadyDone: {
    title: 'Đã thiết lập từ trước',
    body: (merchant) =>
      `Ghi nợ trực tiếp cho ${merchant} đã được thiết lập trước đó. Bạn không cần làm gì thêm.`,
  },
  nothingCollected: 'Chưa có gì được thiết lập và không có khoản tiền nào bị thu.',
  failed: {
    REJECTED: {
      title: 'Ngân hàng từ chối ghi nợ trực tiếp',
      happened: 'Ngân hàng không cho phép ghi nợ trực tiếp trên tài khoản này.',
      next: (merchant) =>
        `Hãy yêu cầu ${merchant} gửi liên kết mới và dùng tài khoản khác, hoặc hỏi ngân hàng lý do.`,
    },
    LOCKED: {
      title: 'Quá nhiều lần thử',
      happened: 'Ngân hàng tạm thời từ chối đăng nhập.',
      next: (merchant) => `Hãy chờ một lúc rồi yêu cầu ${merchant} gửi liên kết mới.`,
    },
    LOGIN: {
      title: 'Ngân hàng không xác\u00a0nhận được đó là bạn',
      happened: 'Việc đăng nhập ngân hàng bị từ chối hoặc chưa hoàn tất.',
      next: (merchant) => `Hãy yêu cầu ${merchant} gửi liên kết mới để thử lại.`,
    },
    UNAVAILABLE: {
      title: 'Không kết nối được với ngân hàng',
      happened: 'Ngân hàng không trả lời kịp thời.',
      next: (merchant) =>
        `Hãy thử lại sau bằng liên kết mới từ ${merchant}, hoặc dùng ngân hàng khác.`,
    },
    OTHER: {
      title: 'Không thành công',
      happened: 'Không thiết lập được ghi nợ trực tiếp.',
      next: (merchant) => `Hãy yêu cầu ${merchant} gửi liên kết mới để thử lại.`,
    },
  },
  revoked: {
    title: 'Ghi nợ trực tiếp này đã bị rút lại',
    body: (merchant) => `Bạn đã rút lại. ${merchant} không thể thu tiền bằng hình thức này nữa.`,
  },
  cancelled: {
    title: 'Ghi nợ trực tiếp này đã bị hủy',
    body: (merchant) =>
      `Thỏa thuận này không còn cần thiết và ${merchant} không thể thu tiền theo đó.`,
  },
  closed: {
    title: 'Ghi nợ trực tiếp này đã đóng',
    body: (merchant) =>
      `${merchant} không thể thu tiền bằng hình thức này nữa. Bạn không cần làm gì thêm.`,
  },
  declined: {
    title: 'Bạn chưa đồng ý',
    body: (merchant) =>
      `Ghi nợ trực tiếp chưa được thiết lập và ${merchant} không thể thu khoản tiền nào.`,
    reconsider: 'Vẫn tiếp tục',
  },
  invalidLink: {
    title: 'Liên kết này không dùng được',
    body: () =>
      'Liên kết chỉ mở được một lần và trong vài phút. Hãy quay lại trang trước đó và bắt đầu lại. Chưa có gì được thiết lập và không có khoản tiền nào bị thu.',
  },
  sessionEnded: {
    title: 'Hãy bắt đầu lại',
    body: () =>
      'Để bảo vệ bạn, trang này đã đóng. Hãy quay lại trang trước đó và mở lại. Những gì bạn đã đồng ý vẫn được giữ và không có khoản tiền nào bị thu.',
  },
  offline: {
    title: 'Không có kết nối',
    body: () =>
      'Không kết nối được với chúng tôi. Hãy kiểm tra kết nối internet; chúng tôi sẽ thử lại ngay khi có mạng. Những gì bạn đã đồng ý vẫn được giữ, không có khoản tiền nào bị thu, và thử lại không thiết lập hai lần.',
  },
  server: {
    title: 'Đã xảy ra lỗi ở phía chúng tôi',
    body: () =>
      'Không tải được thông tin ghi nợ trực tiếp. Vui lòng thử lại sau giây lát: những gì bạn đã đồng ý vẫn được giữ, không có khoản tiền nào bị thu và không có gì bị thiết lập hai lần.',
  },
  rateLimited: {
    title: 'Quá nhiều lần thử',
    body: () =>
      'Để tránh tài khoản bị lạm dụng, chúng tôi tạm dừng sau nhiều lần thử. Lần thử cuối chưa được thực hiện và không có khoản tiền nào bị thu.',
  },
  receipt: {
    reference: 'Mã tham chiếu',
    ownLimit: 'Hạn mức riêng của bạn cho mỗi khoản',
  },
};
