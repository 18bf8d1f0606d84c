import type { Language } from '../../shared/i18n/languages.js';

/** Our own words in the fields; all others are those of the processor, in the same language. */
export interface FieldsTexts {
  readonly title: string;
  /** The script or the fields of the processor do not come. */
  readonly notLoaded: string;
  readonly unreachable: string;
}

export const FIELDS_TEXTS: Readonly<Record<Language, FieldsTexts>> = {
  en: {
    title: 'Card details',
    notLoaded:
      'The card form could not be loaded. You have not been charged. Check your connection and any content blocker, then reload the form.',
    unreachable: 'The card processor did not answer. You have not been charged. Please try again.',
  },
  'zh-Hant': {
    title: '卡片資料',
    notLoaded: '無法載入卡片表格。您並未被收費。請檢查網絡連線和內容攔截器，然後重新載入。',
    unreachable: '卡片處理商沒有回應。您並未被收費。請再試一次。',
  },
  'zh-Hans': {
    title: '银行卡信息',
    notLoaded: '无法加载银行卡表单。您未被扣款。请检查网络连接和内容拦截器，然后重新加载。',
    unreachable: '银行卡处理商没有回应。您并未被收费。请再试一次。',
  },
  ko: {
    title: '카드 정보',
    notLoaded:
      '카드 입력란을 불러오지 못했습니다. 청구된 금액은 없습니다. 연결 상태와 콘텐츠 차단 기능을 확인한 뒤 다시 불러와 주세요.',
    unreachable: '카드 처리 업체가 응답하지 않았습니다. 결제되지 않았습니다. 다시 시도해 주세요.',
  },
  vi: {
    title: 'Thông tin thẻ',
    notLoaded:
      'Không tải được ô nhập thẻ. Bạn chưa bị trừ tiền. Hãy kiểm tra kết nối và trình chặn nội dung, rồi tải lại.',
    unreachable: 'Đơn vị xử lý thẻ không phản hồi. Bạn chưa bị tính phí. Vui lòng thử lại.',
  },
};
