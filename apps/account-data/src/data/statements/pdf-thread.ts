import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { parentPort } from 'node:worker_threads';

/** One step of a merge. Each has one answer, and the next step waits for it. */
export type PdfOrder =
  | { readonly file: Uint8Array; readonly maxPages: number }
  /** A page with these lines. */
  | { readonly lines: readonly string[] }
  | 'SAVE';

export type PdfReply =
  | { readonly pages: number }
  /** The file is not part of the whole. */
  | { readonly refused: string }
  | { readonly whole: Uint8Array };

const MARGIN = 56;
const TEXT_SIZE = 12;
const LINE_HEIGHT = 20;

const whole = await PDFDocument.create();

async function add(file: Uint8Array, maxPages: number): Promise<PdfReply> {
  try {
    const part = await PDFDocument.load(file);
    const pages = part.getPageCount();
    if (pages > maxPages) return { refused: 'it has too many pages' };
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page);
    return { pages };
  } catch {
    // Whatever is wrong with it, a reader could not read it either.
    return { refused: 'it cannot be read' };
  }
}

async function write(lines: readonly string[]): Promise<PdfReply> {
  const font = await whole.embedFont(StandardFonts.Helvetica);
  const page = whole.addPage();
  lines.forEach((line, index) => {
    // The fonts that every reader has know no other characters.
    const text = line.replaceAll(/[^\x20-\x7e]/gu, '?');
    const y = page.getHeight() - MARGIN - (index + 1) * LINE_HEIGHT;
    page.drawText(text, { x: MARGIN, y, size: TEXT_SIZE, font, maxWidth: page.getWidth() });
  });
  return { pages: 1 };
}

async function answer(order: PdfOrder): Promise<PdfReply> {
  if (order === 'SAVE') return { whole: await whole.save() };
  return 'file' in order ? add(order.file, order.maxPages) : write(order.lines);
}

parentPort?.on('message', (order: PdfOrder) => {
  void answer(order).then((reply) => parentPort?.postMessage(reply));
});
