import type { Texts } from '../../base/pages/languages.js';

export interface BankPageTexts {
  readonly bank: string;
  readonly title: string;
  readonly lead: string;
  readonly dataLead: string;
  readonly userId: string;
  readonly password: string;
  readonly otp: string;
  readonly otpHint: string;
  readonly approve: string;
  readonly refuse: string;
  readonly rejected: string;
  readonly otpRequired: string;
  readonly backTitle: string;
  readonly backLead: string;
  readonly back: string;
  readonly note: string;
}

export const bankPageTexts: Texts<BankPageTexts> = {
  en: {
    bank: 'Sandbox Bank',
    title: 'Sign in to your bank',
    lead: 'Sign in and approve that payments are collected from your account by direct debit.',
    dataLead: 'Sign in and approve that your accounts, transactions and statements are read.',
    userId: 'User ID',
    password: 'Password',
    otp: 'One-time code',
    otpHint: 'Here it is always 123456.',
    approve: 'Approve',
    refuse: 'Refuse',
    rejected: 'User ID, password or code are not right. Please try again.',
    otpRequired: 'Enter the one-time code as well.',
    backTitle: 'Thank you',
    backLead: 'You are being taken back.',
    back: 'Continue',
    note: 'This is a simulated bank. No real money moves. Sign in as usergood with datagood.',
  },
  'zh-Hant': {
    bank: '測試銀行',
    title: '登入您的銀行',
    lead: '請登入並批准以直接付款方式從您的戶口收款。',
    dataLead: '請登入並批准讀取您的戶口、交易記錄及結單。',
    userId: '用戶名稱',
    password: '密碼',
    otp: '一次性驗證碼',
    otpHint: '在此固定為 123456。',
    approve: '批准',
    refuse: '拒絕',
    rejected: '用戶名稱、密碼或驗證碼不正確。請再試一次。',
    otpRequired: '請同時輸入一次性驗證碼。',
    backTitle: '謝謝',
    backLead: '正在帶您返回。',
    back: '繼續',
    note: '此為模擬銀行，不涉及真實款項。請以 usergood 及 datagood 登入。',
  },
  'zh-Hans': {
    bank: '测试银行',
    title: '登录您的银行',
    lead: '请登录并批准以直接借记方式从您的账户收款。',
    dataLead: '请登录并批准读取您的账户、交易记录和对账单。',
    userId: '用户名',
    password: '密码',
    otp: '一次性验证码',
    otpHint: '在此固定为 123456。',
    approve: '批准',
    refuse: '拒绝',
    rejected: '用户名、密码或验证码不正确。请再试一次。',
    otpRequired: '请同时输入一次性验证码。',
    backTitle: '谢谢',
    backLead: '正在带您返回。',
    back: '继续',
    note: '这是模拟银行，不涉及真实资金。请以 usergood 和 datagood 登录。',
  },
  ko: {
    bank: '테스트 은행',
    title: '은행 로그인',
    lead: '로그인한 뒤 계좌에서 자동이체로 출금하는 것을 승인해 주세요.',
    dataLead: '로그인한 뒤 계좌, 거래 내역, 명세서를 읽는 것을 승인해 주세요.',
    userId: '사용자 ID',
    password: '비밀번호',
    otp: '일회용 인증번호',
    otpHint: '여기서는 항상 123456입니다.',
    approve: '승인',
    refuse: '거절',
    rejected: '사용자 ID, 비밀번호 또는 인증번호가 올바르지 않습니다. 다시 시도하세요.',
    otpRequired: '일회용 인증번호도 입력하세요.',
    backTitle: '감사합니다',
    backLead: '원래 페이지로 돌아가는 중입니다.',
    back: '계속',
    note: '모의 은행입니다. 실제 돈은 이동하지 않습니다. usergood과 datagood으로 로그인하세요.',
  },
  vi: {
    bank: 'Ngân hàng thử nghiệm',
    title: 'Đăng nhập ngân hàng',
    lead: 'Hãy đăng nhập và chấp thuận việc thu tiền từ tài khoản bằng ghi nợ trực tiếp.',
    dataLead: 'Hãy đăng nhập và chấp thuận cho đọc tài khoản, giao dịch và sao kê của bạn.',
    userId: 'Tên đăng nhập',
    password: 'Mật khẩu',
    otp: 'Mã dùng một lần',
    otpHint: 'Ở đây luôn là 123456.',
    approve: 'Chấp thuận',
    refuse: 'Từ chối',
    rejected: 'Tên đăng nhập, mật khẩu hoặc mã không đúng. Vui lòng thử lại.',
    otpRequired: 'Hãy nhập cả mã dùng một lần.',
    backTitle: 'Cảm ơn bạn',
    backLead: 'Bạn đang được đưa trở lại.',
    back: 'Tiếp tục',
    note: 'Đây là ngân hàng mô phỏng. Không có tiền thật được chuyển. Đăng nhập bằng usergood và datagood.',
  },
};
