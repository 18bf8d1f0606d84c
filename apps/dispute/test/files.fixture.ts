export const PDF = Buffer.from('%PDF-1.7\n% canary-in-evidence\n%%EOF\n');
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** A form with one file, as a browser sends it. */
export function form(
  content: Buffer,
  { name = 'receipt.pdf', type = 'application/pdf', part = 'file' } = {},
): FormData {
  const body = new FormData();
  body.set(part, new File([new Uint8Array(content)], name, { type }));
  return body;
}

let count = 0;

/** Another file each time. */
export function receipt(): FormData {
  return form(Buffer.concat([PDF, Buffer.from(`${(count += 1)}`)]));
}
