import { han } from './han.js';

describe('han', () => {
  it.each([
    ['Harbour Kiln', '您已向 Harbour Kiln 付款。'],
    ['海港陶藝', '您已向海港陶藝付款。'],
    ['Kiln 海港', '您已向 Kiln 海港付款。'],
    ['Visa（尾號 4242）', '您已向 Visa（尾號 4242）付款。'],
  ])('spaces %s as Chinese is written', (name, sentence) => {
    expect(han`您已向 ${name} 付款。`).toBe(sentence);
  });

  it('keeps a name as it is, also where it has a space between Chinese characters', () => {
    expect(han`您已向 ${'海港 工作室'} 付款。`).toBe('您已向海港 工作室付款。');
  });

  it('keeps the spaces inside a Latin name', () => {
    expect(han`${'Harbour Kiln Studio'} 已取消`).toBe('Harbour Kiln Studio 已取消');
  });
});
