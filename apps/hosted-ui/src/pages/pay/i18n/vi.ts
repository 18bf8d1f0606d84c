import { vi as page } from '../../../shared/i18n/page/vi.js';
import type { Texts } from './en.js';

export const vi: Texts = {
  ...page,
  toTry: {
    body: 'Không có tiền thật được chuyển.',
    withCard:
      'Không có tiền thật được chuyển. Hãy thanh toán bằng thẻ 4242 4242 4242 4242, ngày hết hạn bất kỳ trong tương lai và mã bảo mật bất kỳ.',
  },
  summary: {
    label: 'Tóm tắt thanh toán',
    amountDue: 'Số tiền cần thanh toán',
    amount: 'Số tiền',
    saveMethod: 'Lưu phương thức thanh toán',
    cardSaved: 'Đã lưu thẻ',
    nothingDue: 'Hôm nay bạn không bị trừ tiền.',
    reference: 'Mã tham chiếu',
  },
  loading: 'Đang tải thông tin thanh toán',
  autopay: {
    title: 'Lần sau thanh toán tự động?',
    body: (merchant) => `${merchant} muốn được thu các khoản sau này mà không cần bạn thao tác.`,
    yes: 'Có, thanh toán tự động',
    yesBody: (merchant) =>
      `${merchant} thu tiền từ phương thức bạn dùng lần này khi đến hạn thanh toán.`,
    no: 'Không, hãy hỏi tôi mỗi lần',
    noBody: () => 'Bạn tự bắt đầu từng khoản thanh toán.',
    continue: 'Tiếp tục',
    change: (merchant) => `Bạn có thể thay đổi bất cứ lúc nào với ${merchant}.`,
  },
  oneTap: {
    title: 'Chọn cách thanh toán',
    label: 'Thanh toán một chạm',
    payWith: (card) => `Thanh toán bằng ${card}`,
    wallet: 'Thanh toán bằng ví điện tử',
    orByCard: 'Hoặc thanh toán bằng thẻ',
    orByAnotherCard: 'Hoặc thanh toán bằng thẻ khác',
    setupTitle: 'Chọn phương thức thanh toán',
    orSaveCard: 'Hoặc lưu thẻ',
  },
  cardForm: {
    title: 'Thanh toán bằng thẻ',
    setupTitle: 'Lưu thẻ của bạn',
    frameTitle: 'Thông tin thẻ',
    accepted: 'Thẻ được chấp nhận',
    loading: 'Đang tải ô nhập thẻ',
    pay: (amount) => `Thanh toán ${amount}`,
    save: 'Lưu thẻ',
    paying: 'Đang gửi thanh toán…',
    saving: 'Đang lưu thẻ…',
    reload: 'Tải lại ô nhập thẻ',
    trust: (merchant) =>
      `Thông tin thẻ được gửi thẳng đến đơn vị xử lý thẻ. ${merchant} không bao giờ thấy số thẻ của bạn.`,
    consent: {
      AUTOPAY: {
        PAYMENT: (merchant) =>
          `Khi thanh toán, bạn cũng cho phép ${merchant} lưu thẻ này và thu các khoản sau mà không hỏi bạn mỗi lần.`,
        SETUP: (merchant) =>
          `Khi lưu thẻ này, bạn cho phép ${merchant} thu các khoản sau mà không hỏi bạn mỗi lần.`,
      },
      CLICK_TO_PAY: {
        PAYMENT: (merchant) =>
          `${merchant} lưu thẻ này để lần thanh toán sau nhanh hơn. Thẻ chỉ bị trừ tiền khi chính bạn bắt đầu thanh toán.`,
        SETUP: (merchant) =>
          `${merchant} lưu thẻ này để dùng sau. Thẻ chỉ bị trừ tiền khi chính bạn bắt đầu thanh toán.`,
      },
    },
    notices: {
      card: 'Hãy kiểm tra thông tin thẻ và thử lại. Bạn chưa bị trừ tiền.',
      cardFormSilent: 'Ô nhập thẻ không phản hồi. Bạn chưa bị trừ tiền. Hãy tải lại và thử lại.',
      notReceived:
        'Chúng tôi không nhận được thông tin của bạn nên bạn chưa bị trừ tiền. Hãy kiểm tra kết nối và thử lại.',
      notAccepted: 'Lần này không thể dùng thẻ của bạn. Bạn chưa bị trừ tiền. Vui lòng nhập lại.',
    },
  },
  processing: {
    title: 'Đang xác nhận thanh toán',
    setupTitle: 'Đang xác nhận thẻ',
    body: 'Chúng tôi đang chờ ngân hàng của bạn xác nhận, thường mất vài giây, đôi khi vài phút. Kết quả sẽ tự hiện tại đây.',
    setupBody:
      'Chúng tôi đang chờ ngân hàng xác nhận thẻ của bạn, thường mất vài giây. Kết quả sẽ tự hiện tại đây.',
    doNotRepeat: (merchant) =>
      `Vui lòng không thanh toán lại. Bạn có thể đóng trang này: thanh toán vẫn tiếp tục và ${merchant} sẽ biết kết quả.`,
    setupDoNotRepeat: (merchant) =>
      `Bạn có thể đóng trang này: quá trình vẫn tiếp tục và ${merchant} sẽ biết kết quả.`,
  },
  challenge: {
    title: 'Xác thực với ngân hàng',
    leaving:
      'Ngân hàng cần xác thực danh tính của bạn. Chúng tôi đang đưa bạn đến trang của ngân hàng.',
    waiting:
      'Ngân hàng cần xác thực danh tính của bạn. Nếu bạn vừa xác thực, kết quả sẽ tự hiện tại đây.',
    notCharged: 'Bạn chưa bị trừ tiền.',
    open: 'Tiếp tục đến ngân hàng',
  },
  success: {
    title: 'Thanh toán hoàn tất',
    body: (amount, merchant) => `Bạn đã thanh toán ${amount} cho ${merchant}.`,
    setupTitle: 'Đã lưu thẻ',
    setupBody: (merchant) => `Thẻ của bạn đã được lưu cho ${merchant}. Bạn không bị trừ tiền.`,
    saved: {
      AUTOPAY: (merchant) => `${merchant} có thể thu các khoản sau từ thẻ này.`,
      CLICK_TO_PAY: () => 'Thẻ chỉ bị trừ tiền khi chính bạn bắt đầu thanh toán.',
    },
  },
  alreadyPaid: {
    title: 'Đã thanh toán',
    body: (merchant) =>
      `Khoản thanh toán này cho ${merchant} đã hoàn tất trước đó. Bạn không bị trừ tiền lần nữa và không cần làm gì thêm.`,
    setupTitle: 'Thẻ đã được lưu',
    setupBody: (merchant) =>
      `Thẻ đã được lưu cho ${merchant} qua liên kết này trước đó. Bạn không cần làm gì thêm.`,
  },
  failed: {
    PAYMENT_METHOD_EXPIRED: {
      title: 'Thẻ của bạn đã hết hạn',
      happened: 'Ngân hàng từ chối thẻ vì đã quá ngày hết hạn.',
      next: 'Hãy thử lại bằng thẻ khác.',
    },
    PAYMENT_METHOD_DECLINED: {
      title: 'Thẻ của bạn bị từ chối',
      happened: 'Ngân hàng không chấp thuận thẻ và không cho biết lý do khác.',
      next: 'Hãy thử thẻ khác hoặc hỏi ngân hàng lý do.',
    },
    INSUFFICIENT_FUNDS: {
      title: 'Không đủ tiền',
      happened: 'Ngân hàng cho biết thẻ không đủ số dư hoặc hạn mức cho khoản này.',
      next: 'Hãy thử thẻ khác, hoặc nạp thêm tiền vào thẻ rồi thử lại.',
    },
    AUTHENTICATION_FAILED: {
      title: 'Ngân hàng không xác thực được danh tính của bạn',
      happened: 'Việc xác thực với ngân hàng bị từ chối hoặc chưa hoàn tất.',
      next: 'Hãy thử lại và hoàn tất việc xác thực, hoặc dùng thẻ khác.',
    },
    OTHER: {
      title: 'Không thực hiện được',
      happened: 'Không thể xử lý thẻ.',
      next: 'Hãy thử lại hoặc dùng thẻ khác.',
    },
  },
  debit: {
    offer: 'Ghi nợ trực tiếp từ ngân hàng',
    payFrom: (bank, ending) => `Thanh toán từ tài khoản ${bank} đuôi\u00a0${ending}`,
    account: (bank, ending) => `Tài khoản ${bank} đuôi ${ending}`,
    yourBank: 'ngân hàng của bạn',
    cannotPay:
      'Không thể dùng ghi nợ trực tiếp này cho khoản thanh toán này nữa. Bạn chưa bị trừ tiền. Hãy chọn cách thanh toán khác.',
    collecting:
      'Ngân hàng của bạn đang thực hiện ghi nợ trực tiếp, có thể mất vài ngày. Bạn không cần làm gì thêm; nếu sớm có kết quả, kết quả sẽ tự hiện tại đây.',
    setUp: 'Thiết lập ghi nợ trực tiếp',
    settingUp: {
      title: 'Đang thiết lập ghi nợ trực tiếp',
      body: 'Chúng tôi đang chờ ngân hàng của bạn, có thể mất vài ngày. Bạn không cần làm gì thêm; nếu sớm có kết quả, kết quả sẽ tự hiện tại đây.',
    },
    setUpDone: 'Đã thiết lập ghi nợ trực tiếp',
    setUpBody: (merchant) =>
      `Ghi nợ trực tiếp cho ${merchant} đã được thiết lập. Không có khoản tiền nào bị thu.`,
    failed: {
      INSUFFICIENT_FUNDS: {
        title: 'Không đủ tiền',
        happened: 'Ngân hàng cho biết tài khoản không đủ số dư cho khoản này.',
        next: 'Hãy nạp thêm tiền vào tài khoản rồi thử lại, hoặc trả bằng cách khác.',
      },
      AUTHENTICATION_FAILED: {
        title: 'Ngân hàng không xác thực được danh tính của bạn',
        happened: 'Việc đăng nhập ngân hàng bị từ chối hoặc chưa hoàn tất.',
        next: 'Hãy thử lại, hoặc trả bằng cách khác.',
      },
      OUTSIDE_TERMS: {
        title: 'Ngoài phạm vi bạn đã đồng ý',
        happened:
          'Khoản thanh toán vượt giới hạn hoặc nằm ngoài thời hạn ghi nợ trực tiếp của bạn.',
        next: 'Hãy trả bằng cách khác.',
      },
      ENDED: {
        title: 'Ghi nợ trực tiếp của bạn đã chấm dứt',
        happened: 'Ghi nợ trực tiếp đã bị rút lại hoặc hủy trước khi thu tiền.',
        next: 'Hãy thiết lập lại, hoặc trả bằng cách khác.',
      },
      OTHER: {
        title: 'Ngân hàng không chấp nhận',
        happened: 'Ngân hàng của bạn không thực hiện ghi nợ trực tiếp.',
        next: 'Hãy thử lại, hoặc trả bằng cách khác.',
      },
    },
  },
  transfer: {
    offer: 'Chuyển khoản ngân hàng',
    title: 'Thanh toán bằng chuyển khoản',
    body: (merchant) =>
      `Hãy dùng ngân hàng của bạn chuyển đúng số tiền này cho ${merchant} trong một lần và ghi kèm mã chuyển khoản.`,
    amount: 'Số tiền cần chuyển',
    recipient: 'Người nhận',
    account: 'Số tài khoản',
    reference: 'Mã chuyển khoản',
    rules:
      'Nếu thiếu mã, chúng tôi không biết khoản tiền dùng để trả cho việc gì. Nếu chuyển thiếu, toàn bộ số tiền được trả lại; nếu chuyển thừa, phần thừa được trả lại.',
    waiting: 'Khi tiền đến, kết quả sẽ tự hiện tại đây. Trong lúc chờ, bạn có thể đóng trang này.',
    otherWay: 'Thanh toán bằng cách khác',
    otherWayRule:
      'Bạn đã chuyển tiền rồi? Hãy giữ cách chuyển khoản: nếu bạn chọn cách khác, số tiền sẽ được trả lại.',
    returned: {
      TOO_LITTLE: (amount) =>
        `Chúng tôi đã nhận ${amount}, ít hơn số tiền cần thanh toán. Khoản tiền đã được trả lại cho bạn. Hãy chuyển đủ số tiền trong một lần.`,
      OTHER_CURRENCY: (amount) =>
        `Chúng tôi đã nhận ${amount}, không đúng loại tiền của khoản thanh toán này. Khoản tiền đã được trả lại cho bạn.`,
    },
  },
  surcharge: {
    label: 'Phụ phí',
    total: 'Tổng số tiền phải trả',
    added: (amount) => `(+\u00a0phụ phí ${amount})`,
    included: (amount) => `Đã gồm phụ phí ${amount}`,
    changed:
      'Phụ phí của cách thanh toán này đã thay đổi. Bạn chưa bị trừ tiền. Vui lòng xem lại tổng số tiền mới và thử lại.',
  },
  moneyMoved: {
    NO: () => 'Bạn chưa bị trừ tiền.',
    YES: (merchant) =>
      `Bạn đã bị trừ tiền. Số tiền đang được hoàn lại; hãy liên hệ ${merchant} nếu sau vài ngày vẫn chưa nhận được.`,
    UNKNOWN: (merchant) =>
      `Chúng tôi chưa biết bạn đã bị trừ tiền hay chưa. Vui lòng không thanh toán lại trước khi ${merchant} xác nhận.`,
  },
  expired: {
    title: 'Liên kết thanh\u00a0toán đã hết hạn',
    body: (merchant) => `Đã hết thời gian thanh toán. Hãy yêu cầu ${merchant} gửi liên kết mới.`,
  },
  cancelled: {
    title: 'Khoản thanh toán đã bị hủy',
    body: (merchant) => `${merchant} đã hủy, nên không còn gì để thanh toán tại đây.`,
  },
  invalidLink: {
    title: 'Liên kết này không dùng được',
    body: () =>
      'Liên kết có thể không đầy đủ hoặc không còn hiệu lực. Hãy mở lại từ tin nhắn bạn nhận được, hoặc yêu cầu người gửi cấp liên kết mới. Bạn chưa bị trừ tiền.',
  },
  sessionEnded: {
    title: 'Hãy mở lại liên kết',
    body: () =>
      'Để bảo vệ bạn, trang này đã đóng. Hãy mở lại liên kết thanh toán để tiếp tục. Nếu chưa bấm Thanh toán thì bạn chưa bị trừ tiền; nếu đã bấm, hãy mở liên kết xem kết quả trước khi thanh toán lại.',
  },
  usedUp: {
    by: {
      CARD: (merchant) =>
        `Liên kết thanh toán này không nhận thêm thẻ nào nữa, kể cả sau này. Hãy chọn cách khác hoặc yêu cầu ${merchant} gửi liên kết mới.`,
      MANDATE: (merchant) =>
        `Liên kết thanh toán này không nhận thêm ghi nợ trực tiếp nào nữa, kể cả sau này. Hãy chọn cách khác hoặc yêu cầu ${merchant} gửi liên kết mới.`,
    },
    otherWays: 'Xem cách thanh toán khác',
    title: 'Liên kết này đã hết lượt thử',
    body: 'Để bảo vệ thẻ và tài khoản khỏi bị lạm dụng, mỗi liên kết thanh toán chỉ cho phép thử vài lần. Liên kết này đã hết lượt, và chờ thêm cũng không thay đổi được.',
    next: (merchant) => `Hãy yêu cầu ${merchant} gửi liên kết mới.`,
  },
  noMethod: {
    title: 'Hiện không thể thanh toán',
    body: (merchant) =>
      `${merchant} hiện không thể nhận thanh toán qua liên kết này. Bạn chưa bị trừ tiền. Hãy thử lại sau hoặc liên hệ ${merchant}.`,
  },
  offline: {
    title: 'Không có kết nối',
    body: () =>
      'Không thể kết nối dịch vụ thanh toán. Hãy kiểm tra kết nối internet; chúng tôi sẽ thử lại ngay khi có kết nối. Nếu chưa bấm Thanh toán thì bạn chưa bị trừ tiền; nếu đã bấm, kết quả sẽ hiện tại đây. Thử lại không bao giờ làm bạn bị trừ tiền hai lần.',
  },
  server: {
    title: 'Đã xảy ra lỗi phía chúng tôi',
    body: () =>
      'Không thể tải khoản thanh toán này. Nếu chưa bấm Thanh toán thì bạn chưa bị trừ tiền; nếu đã bấm, kết quả sẽ hiện tại đây. Vui lòng thử lại sau giây lát: bạn không bao giờ bị trừ tiền hai lần.',
  },
  rateLimited: {
    title: 'Thử quá nhiều lần',
    body: () =>
      'Để bảo vệ thẻ và tài khoản khỏi bị lạm dụng, chúng tôi tạm dừng sau nhiều lần thử. Lần thử cuối không được thực hiện và bạn không bị trừ tiền.',
  },
  receipt: {
    card: 'Thẻ',
    account: 'Thanh toán từ',
    cardEnding: (brand, last4) => `${brand} đuôi ${last4}`,
  },
  brandUnknown: 'Thẻ',
};
