import type { BankTexts } from './en.js';

export const ko: BankTexts = {
  search: {
    search: '은행 검색',
    hint: '철자가 정확하지 않아도 됩니다.',
    list: '은행',
    found: (count) => `은행 ${count}곳`,
    none: '은행을 찾지 못했습니다. 다른 철자나 더 짧은 이름으로 검색해 보세요.',
    failed: '은행 목록을 불러오지 못했습니다.',
    business: '기업',
    ownPage: '은행 페이지가 열립니다',
    title: '은행 선택',
    change: '은행 변경',
  },
  login: {
    show: '표시',
    hide: '숨기기',
    title: (institution) => `${institution} 로그인`,
    continue: '로그인',
    fields: { user_id: '사용자 ID', password: '비밀번호' },
  },
};
