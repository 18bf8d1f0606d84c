import { vi as banks } from '../../../shared/banks/i18n/vi.js';
import { vi as page } from '../../../shared/i18n/page/vi.js';
import type { LinkTexts } from './en.js';

export const vi: LinkTexts = {
  ...page,
  loading: 'Đang tải trang liên kết tài khoản',
  toTry:
    'Không phải ngân hàng thật và không có dữ liệu thật. Chọn Test Bank và đăng nhập bằng usergood với mật khẩu datagood, hoặc bằng user_otp với mã 123456.',
  someBank: 'Ngân hàng của bạn',
  summary: {
    label: 'Tóm tắt liên kết tài khoản',
    title: 'Liên kết tài khoản của bạn',
    update: 'Cập nhật liên kết tài khoản',
    refresh: 'Cập nhật dữ liệu của bạn',
    readOnly: 'Dữ liệu của bạn chỉ được đọc. Không thể dùng nó để chuyển tiền.',
  },
  institution: {
    ...banks.search,
    body: (merchant) => `Sau khi bạn đồng ý, ${merchant} sẽ xem được dữ liệu tài khoản ở đó.`,
    country: 'Quốc gia hoặc vùng',
    any: 'Tất cả',
    type: 'Loại',
    types: { BANK: 'Ngân hàng', WALLET: 'Ví điện tử', TEST: 'Ngân hàng thử nghiệm' },
    opening: 'Đang mở ngân hàng…',
  },
  consent: {
    title: 'Kiểm tra và đồng ý',
    statement: 'Nội dung bạn đồng ý',
    refresh: 'Luôn cập nhật dữ liệu',
    refreshHint: (merchant) =>
      `${merchant} nhận dữ liệu mới mà không hỏi lại bạn. Thông tin đăng nhập được mã hóa và chỉ lưu cho việc này.`,
    refreshHintOwnPage: (merchant) =>
      `${merchant} nhận dữ liệu mới mà không hỏi lại bạn, trong thời gian ngân hàng cho phép.`,
    refreshForced: (merchant) =>
      `${merchant} thường xuyên nhận dữ liệu mới mà không hỏi lại bạn. Thông tin đăng nhập được mã hóa và chỉ lưu cho việc này.`,
    recorded: (merchant) =>
      `Chúng tôi lưu nội dung này và thời điểm bạn đồng ý, cho bạn và ${merchant}.`,
    agree: 'Đồng ý và tiếp tục',
    agreeAndGo: (institution) => `Đồng ý và tiếp tục đến ${institution}`,
    decline: 'Không đồng ý',
  },
  login: {
    ...banks.login,
    fault: (field) => `Hãy điền: ${field}.`,
    otherWay: 'Đăng nhập cách khác',
    trust: (merchant) =>
      `Thông tin đăng nhập được mã hóa trong trình duyệt này. ${merchant} không bao giờ thấy nó.`,
  },
  refresh: {
    title: (institution) => `Cập nhật từ ${institution}`,
    body: (merchant) =>
      `${merchant} cần dữ liệu mới nhất của bạn. Thông tin đăng nhập đã lưu được dùng; nội dung bạn đã đồng ý không đổi.`,
    ownPage: (institution) => `${institution} yêu cầu bạn xác nhận trên trang của họ.`,
    update: 'Cập nhật ngay',
    continue: (institution) => `Tiếp tục đến ${institution}`,
    typeAnew: 'Nhập lại thông tin đăng nhập',
  },
  connecting: {
    title: (institution) => `Đang đăng nhập ${institution}`,
    body: 'Việc này thường mất vài giây. Trang này tự tiếp tục.',
  },
  action: {
    code: 'Nhập mã',
    device: 'Chọn thiết bị',
    other: 'Ngân hàng của bạn hỏi',
    codeHint: 'Có thể có dấu cách',
    fault: 'Vui lòng trả lời mục này.',
    choose: 'Vui lòng chọn',
    confirm: 'Tiếp tục',
  },
  bankPage: {
    title: 'Xác nhận với ngân hàng',
    leaving: (institution) =>
      `Chúng tôi đang đưa bạn đến ${institution}. Sau đó bạn sẽ quay lại đây.`,
    newTab: (institution) =>
      `${institution} mở trong thẻ mới. Sau đó hãy quay lại đây: trang này tự tiếp tục.`,
    waiting: 'Nếu bạn vừa xác nhận, trang này tự tiếp tục.',
    nothingYet: 'Chưa có gì được liên kết.',
    open: (institution) => `Tiếp tục đến ${institution}`,
  },
  connected: {
    title: (institution) => `Đã liên kết ${institution}`,
    arriving: (merchant) => `Bạn đã đăng nhập. Dữ liệu của bạn đang được gửi đến ${merchant}.`,
    complete: (merchant) => `${merchant} đã nhận dữ liệu mà bạn đồng ý chia sẻ.`,
    partial: (merchant) =>
      `${merchant} đã nhận một phần dữ liệu. Phần còn lại không đọc được tại ngân hàng của bạn.`,
    empty: {
      title: 'Không tìm thấy dữ liệu',
      body: (merchant) =>
        `Bạn đã đăng nhập, nhưng ngân hàng không có dữ liệu mà ${merchant} yêu cầu.`,
    },
    goesOn: 'Bạn không cần đợi: việc này tiếp tục khi bạn rời trang.',
    progress: 'Dữ liệu của bạn',
    products: {
      accounts: 'Tài khoản và số dư',
      transactions: 'Giao dịch',
      statements: 'Sao kê',
      account_numbers: 'Số tài khoản',
      identity: 'Tên và thông tin liên hệ',
      balance_history: 'Số dư trước đây',
      payments: 'Thanh toán',
      income_estimation: 'Ước tính thu nhập',
      card_details: 'Thông tin thẻ',
    },
    states: {
      ARRIVING: 'Đang gửi',
      READY: 'Đã nhận',
      PARTLY: 'Nhận một phần',
      NONE: 'Không có',
      FAILED: 'Không đọc được',
    },
  },
  failed: {
    LOCKED: {
      title: 'Quá nhiều lần thử',
      happened: (institution) => `Tạm thời không thể đăng nhập thêm tại ${institution}.`,
      next: 'Hãy đợi một lúc rồi thử lại. Nếu ngân hàng đã khóa đăng nhập, hãy hỏi ngân hàng khi nào được mở khóa.',
    },
    LIMITED: {
      title: 'Quá nhiều lần thử',
      happened: (institution) =>
        `Đã có quá nhiều lần đăng nhập thất bại, nên chúng tôi tạm thời không thử đăng nhập ${institution} nữa.`,
      next: 'Hãy quay lại ứng dụng rồi thử lại từ đó sau ít lâu.',
    },
    UNAVAILABLE: {
      title: 'Không kết nối được ngân hàng',
      happened: (institution) => `${institution} hiện không trả lời.`,
      next: 'Hãy thử lại sau vài phút. Đăng nhập của bạn không bị từ chối.',
    },
    REFUSED: {
      title: 'Chưa được xác nhận',
      happened: (institution) => `Đăng nhập không được xác nhận tại ${institution}.`,
    },
    OTHER_LOGIN: {
      title: 'Thông tin đăng nhập khác',
      happened: (institution) =>
        `${institution} đã xác nhận đăng nhập, nhưng đây không phải là thông tin đăng nhập mà bạn đã liên kết trước đây.`,
      next: 'Hãy dùng thông tin đăng nhập mà bạn đã liên kết trước đây. Để liên kết thông tin này, hãy bắt đầu lại trong ứng dụng.',
    },
    TIMED_OUT: {
      title: 'Không trả lời kịp',
      happened: (institution) =>
        `${institution} đã chờ câu trả lời của bạn rồi kết thúc đăng nhập.`,
    },
    OTHER: {
      title: 'Không thực hiện được',
      happened: (institution) => `Không thể liên kết ${institution}.`,
    },
  },
  nothingLinked: 'Không có gì được liên kết.',
  nothingChanged: 'Không có gì thay đổi.',
  sameBank: 'Thử lần nữa',
  otherBank: 'Chọn ngân hàng khác',
  notices: {
    credentials:
      'Ngân hàng không chấp nhận thông tin đăng nhập này. Không có gì được liên kết. Hãy kiểm tra và thử lại.',
    kept_login: 'Thông tin đăng nhập đã lưu không còn dùng được. Hãy nhập lại để cập nhật dữ liệu.',
    bank_not_offered:
      'Chưa thể liên kết ngân hàng này. Không có gì được liên kết. Vui lòng chọn ngân hàng khác.',
    consent_changed:
      'Nội dung bạn đồng ý đã thay đổi từ khi bạn mở trang này. Không có gì được liên kết. Vui lòng đọc lại.',
    not_accepted: 'Không thể chấp nhận. Vui lòng thử lại.',
    not_sent: 'Chưa gửi được đến chúng tôi. Hãy kiểm tra kết nối và thử lại.',
    our_fault: 'Đã xảy ra lỗi phía chúng tôi. Vui lòng thử lại sau giây lát.',
    stuck: 'Trình duyệt không cho phép đưa bạn quay lại. Vui lòng thử lại.',
  },
  updateNotices: {
    credentials:
      'Ngân hàng không chấp nhận thông tin đăng nhập này. Không có gì thay đổi. Hãy kiểm tra và thử lại.',
    bank_not_offered: 'Hiện chưa thể cập nhật từ ngân hàng này. Không có gì thay đổi.',
    consent_changed:
      'Nội dung bạn đồng ý đã thay đổi từ khi bạn mở trang này. Chưa có gì được cập nhật. Vui lòng đọc lại.',
  },
  left: {
    title: 'Không có gì được liên kết',
    body: (merchant) =>
      `${merchant} không nhận được dữ liệu nào. Bạn có thể bắt đầu lại ở đó bất cứ lúc nào.`,
  },
  unchanged: {
    title: 'Không có gì thay đổi',
    body: (merchant) => `${merchant} không nhận được dữ liệu mới. Liên kết của bạn vẫn như cũ.`,
  },
  done: {
    title: 'Hoàn tất',
    body: (merchant) => `${merchant} tiếp tục với dữ liệu của bạn. Bạn có thể đóng trang này.`,
  },
  alreadyLinked: {
    title: 'Ngân hàng đã chấp nhận đăng nhập',
    body: (merchant) =>
      `Ngân hàng đã chấp nhận đăng nhập trước khi bạn hủy. ${merchant} sẽ nhận dữ liệu mà bạn đồng ý chia sẻ. Để hủy liên kết, hãy liên hệ ${merchant}.`,
  },
  invalidLink: {
    title: 'Liên kết này không hoạt động',
    body: () =>
      'Liên kết chỉ mở được một lần và chỉ trong vài phút. Hãy quay lại nơi bạn đã đến; bạn có thể bắt đầu lại ở đó.',
  },
  sessionEnded: {
    title: 'Hãy bắt đầu lại',
    body: () => 'Để bảo mật, trang này đã đóng. Hãy quay lại nơi bạn đã đến và mở lại.',
  },
  offline: {
    title: 'Không có kết nối',
    body: () =>
      'Không thể kết nối với chúng tôi. Hãy kiểm tra mạng; chúng tôi sẽ thử lại ngay khi có mạng.',
  },
  server: {
    title: 'Đã xảy ra lỗi phía chúng tôi',
    body: () => 'Không tải được trang. Vui lòng thử lại sau giây lát.',
  },
  rateLimited: {
    title: 'Thử quá nhiều lần',
    body: () =>
      'Để bảo vệ tài khoản, chúng tôi tạm dừng sau nhiều lần thử. Lần cuối chưa được thực hiện.',
  },
};
