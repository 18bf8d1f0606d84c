import { fileNameOf, mediaTypeOf } from './file-kinds.js';

describe('the name of an evidence file', () => {
  it.each([
    ['receipt.pdf', 'receipt.pdf'],
    ['a/b/receipt.PDF', 'receipt.PDF'],
    [String.raw`C:\\x\\receipt.pdf`, 'receipt.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['re\u202eceipt\u0000\n.pdf', 'receipt.pdf'],
    ['receipt.png', 'receipt.pdf'],
    ['receipt.exe', 'receipt.exe.pdf'],
    ['receipt v1.2', 'receipt v1.2.pdf'],
    ['領収書', '領収書.pdf'],
    ['..', 'evidence.pdf'],
    ['.pdf', 'evidence.pdf'],
    ['folder/', 'evidence.pdf'],
  ])('that was sent as %j is stored as %j for a PDF', (sent, name) => {
    expect(fileNameOf(sent, 'application/pdf')).toBe(name);
  });
});

describe('the type of an evidence file', () => {
  it.each([
    ['%PDF-1.7', 'application/pdf'],
    ['\r\n %PDF-1.7', 'application/pdf'],
    ['\xef\xbb\xbf\n%PDF-1.7', 'application/pdf'],
    ['x%PDF-1.7', undefined],
    [' \xff\xd8\xff\xe0\0\x02', undefined],
    ['\xff\xd8\xff', undefined],
    ['\xff\xd8\xff\xe0\0\x10JFIF', undefined],
    ['\xff\xd8\xff\xfe\0\x04hi\xff\xd9', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', undefined],
  ])('that starts with %j is %s', async (text, type) => {
    expect(await mediaTypeOf(Buffer.from(text, 'latin1'))).toBe(type);
  });
});
