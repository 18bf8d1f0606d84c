import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { pdfPages } from './pdf-pages.js';

async function pdf(pages: number, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  return Buffer.from(await document.save({ useObjectStreams }));
}

const inStream = (objects: string, first: number, filler = Buffer.of()) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /First ${first} >>\nstream\n`),
    deflateSync(Buffer.concat([Buffer.from(objects), filler])),
    Buffer.from('\nendstream\nendobj\n'),
  ]);

describe('the pages of a PDF', () => {
  it.each([
    [1, false],
    [1, true],
    [49, false],
    [49, true],
    [120, true],
  ])('are %i, with objects compressed: %p', async (pages, compressed) => {
    expect(pdfPages(await pdf(pages, compressed))).toBe(pages);
  });

  it('that were changed count once', async () => {
    const whole = await pdf(3, false);
    const [object = ''] =
      /\d+ 0 obj\s*<<[^>]*\/Type\s*\/Page\b.*?endobj/s.exec(whole.toString()) ?? [];
    expect(object).toContain('/Page');
    expect(pdfPages(Buffer.concat([whole, Buffer.from(`\n${object}\n`)]))).toBe(3);
  });

  it.each([
    ['nothing', Buffer.from('%PDF-1.7\n')],
    ['a stream that is none', Buffer.from('1 0 obj\n<< /Type /ObjStm /First 4 >>\nstream\nxx')],
    ['places that go back', inStream('7 9 8 0 << /Type /Page >>', 8)],
    ['more than is looked at', inStream('7 0 << /Type /Page >>', 4, Buffer.alloc(17 * 1024 ** 2))],
    ['digits alone', Buffer.alloc(4_000_000, '1')],
    ['the beginning of objects alone', Buffer.from('1 0 obj '.repeat(400_000))],
  ])('are at least one, and found without much work, in %s', (_what, content) => {
    const before = process.cpuUsage();
    expect(pdfPages(content)).toBe(1);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
