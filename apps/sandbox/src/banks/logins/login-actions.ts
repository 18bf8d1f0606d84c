import { languageOf, type Texts } from '../../base/pages/languages.js';
import { DEVICES, type LoginStage } from './login-rules.js';

interface ActionTexts {
  readonly device: string;
  readonly deviceLabel: string;
  readonly phone: string;
  readonly tablet: string;
  readonly otp: string;
  readonly otpLabel: string;
  readonly wrong: string;
  readonly submit: string;
}

const TEXTS: Texts<ActionTexts> = {
  en: {
    device: 'Where should the code be sent?',
    deviceLabel: 'Device',
    phone: 'Phone ending in',
    tablet: 'Tablet ending in',
    otp: 'Enter the code that was sent to you. Here it is always 123456.',
    otpLabel: 'Code',
    wrong: 'That code is not right. Please try again.',
    submit: 'Continue',
  },
  'zh-Hant': {
    device: '驗證碼應發送至哪裏？',
    deviceLabel: '裝置',
    phone: '手機，尾號',
    tablet: '平板電腦，尾號',
    otp: '請輸入發送給您的驗證碼。在此固定為 123456。',
    otpLabel: '驗證碼',
    wrong: '驗證碼不正確。請再試一次。',
    submit: '繼續',
  },
  'zh-Hans': {
    device: '验证码应发送到哪里？',
    deviceLabel: '设备',
    phone: '手机，尾号',
    tablet: '平板电脑，尾号',
    otp: '请输入发送给您的验证码。在此固定为 123456。',
    otpLabel: '验证码',
    wrong: '验证码不正确。请再试一次。',
    submit: '继续',
  },
  ko: {
    device: '인증번호를 어디로 보낼까요?',
    deviceLabel: '기기',
    phone: '휴대전화, 끝자리',
    tablet: '태블릿, 끝자리',
    otp: '받은 인증번호를 입력하세요. 여기서는 항상 123456입니다.',
    otpLabel: '인증번호',
    wrong: '인증번호가 올바르지 않습니다. 다시 시도하세요.',
    submit: '계속',
  },
  vi: {
    device: 'Gửi mã đến đâu?',
    deviceLabel: 'Thiết bị',
    phone: 'Điện thoại có số cuối',
    tablet: 'Máy tính bảng có số cuối',
    otp: 'Hãy nhập mã đã được gửi cho bạn. Ở đây luôn là 123456.',
    otpLabel: 'Mã',
    wrong: 'Mã không đúng. Vui lòng thử lại.',
    submit: 'Tiếp tục',
  },
};

interface AskedFor {
  readonly stage: Exclude<LoginStage, 'CREDENTIALS'>;
  readonly language: string;
  /** The answer before was wrong. */
  readonly again: boolean;
}

/** The question to the user, in the user's language. */
export function loginAction({ stage, language, again }: AskedFor) {
  const texts = TEXTS[languageOf(language)];
  const isDevice = stage === 'DEVICE_SELECTION';
  const title = { name: 'title', type: 'TEXT', value: isDevice ? texts.device : texts.otp };
  const wrong = { name: 'error', type: 'ERROR', value: texts.wrong };
  return {
    type: 'ACTION',
    name: stage,
    messages: again && !isDevice ? [wrong, title] : [title],
    fields: [
      isDevice
        ? { name: 'device', type: 'SELECT', label: texts.deviceLabel, options: devicesIn(texts) }
        : { name: 'otp', type: 'INPUT', label: texts.otpLabel },
    ],
    buttons: [{ name: 'submit', value: texts.submit, type: 'SUBMIT' }],
  };
}

function devicesIn(texts: ActionTexts) {
  return DEVICES.map(({ value, ending }) => ({ value, label: `${texts[value]} ${ending}` }));
}
