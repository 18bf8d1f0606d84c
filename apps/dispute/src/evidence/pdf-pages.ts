import { inflateSync } from 'node:zlib';

/** Of all compressed objects of a file together: a hostile one must not keep a process busy. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;
/** Of the list of the objects in one stream. */
const MAX_NAMES_LENGTH = 262_144;
/** Number of an object, and what stands before its stream or its end. */
const OBJECT = /(\d{1,10})\s{1,8}\d{1,5}\s{1,8}obj\b(.*?)(?:endobj|stream\r?\n|$)/gs;
const IS_PAGE = /\/Type\s{0,8}\/Page(?![A-Za-z])/;
const HAS_OBJECTS = /\/Type\s{0,8}\/ObjStm(?![A-Za-z])/;
const FIRST = /\/First\s{1,8}(\d{1,9})/;

/**
 * How many pages a PDF has. At least 1: what is encrypted cannot be read. A page that was changed
 * counts once.
 */
export function pdfPages(content: Buffer): number {
  const text = content.toString('latin1');
  const pages = new Set<string>();
  let leftBytes = MAX_INFLATED_BYTES;
  for (const found of text.matchAll(OBJECT)) {
    const [whole, number = '', body = ''] = found;
    if (IS_PAGE.test(body)) pages.add(number);
    if (!HAS_OBJECTS.test(body)) continue;
    const begin = found.index + whole.length;
    const end = text.indexOf('endstream', begin);
    const inner = inflated(content.subarray(begin, end < 0 ? undefined : end), leftBytes);
    leftBytes -= inner.length;
    for (const page of pagesIn(inner, Number(FIRST.exec(body)?.[1] ?? 0))) pages.add(page);
  }
  return Math.max(1, pages.size);
}

/** Empty if it is no stream, or a larger one. */
function inflated(stream: Buffer, maxOutputLength: number): string {
  try {
    return inflateSync(stream, { maxOutputLength: Math.max(1, maxOutputLength) }).toString(
      'latin1',
    );
  } catch {
    return '';
  }
}

/**
 * Numbers of the pages in a stream of objects. Before `first` are pairs of a number and a place; the
 * places ascend.
 */
function pagesIn(objects: string, first: number): string[] {
  const names = objects.slice(0, Math.min(first, MAX_NAMES_LENGTH)).match(/\d{1,10}/g) ?? [];
  const pages: string[] = [];
  let at = 0;
  for (let index = 0; index + 1 < names.length; index += 2) {
    const end = Number(names[index + 3] ?? objects.length);
    if (end < at) break;
    if (IS_PAGE.test(objects.slice(first + at, first + end))) pages.push(names[index] ?? '');
    at = end;
  }
  return pages;
}
