import type { Language } from '../../shared/i18n/languages.js';

/** Our own words in the fields; all others are those of the processor, in the same language. */
interface FieldsTexts {
  readonly title: string;
  readonly unreachable: string;
}

export const FIELDS_TEXTS: Readonly<Record<Language, FieldsTexts>> = {
  en: {
    title: 'Card details',
    unreachable: 'The card processor did not answer. You have not been charged. Please try again.',
  },
  'zh-Hant': {
    title: '卡片資料',
    unreachable: '卡片處理商沒有回應。您並未被收費。請再試一次。',
  },
  'zh-Hans': {
    title: '银行卡信息',
    unreachable: '银行卡处理商没有回应。您并未被收费。请再试一次。',
  },
  ko: {
    title: '카드 정보',
    unreachable: '카드 처리 업체가 응답하지 않았습니다. 결제되지 않았습니다. 다시 시도해 주세요.',
  },
  vi: {
    title: 'Thông tin thẻ',
    unreachable: 'Đơn vị xử lý thẻ không phản hồi. Bạn chưa bị tính phí. Vui lòng thử lại.',
  },
};
