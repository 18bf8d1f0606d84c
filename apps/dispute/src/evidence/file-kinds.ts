import { EVIDENCE_MEDIA_TYPES, type EvidenceMediaType } from '@towpath/contracts';
import { fileTypeFromBuffer } from 'file-type';

/** Enough bytes to distinguish the accepted types; the rest of a hostile file is not inspected. */
const SNIFFED_BYTES = 4_096;
const JPEG_MARK_BYTES = 4;
const SHORTEST_PNG_BYTES = 33;
/** White space of PDF, and the byte order mark that editors write. */
const BEFORE_PDF = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*(?=%PDF-\d)/;

/** The name of a type's files ends with one of these, the usual one first. */
const EXTENSIONS: Readonly<Record<EvidenceMediaType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
};
const ANY_EXTENSION = new RegExp(`\\.(?:${Object.values(EXTENSIONS).flat().join('|')})$`, 'i');
const NAMELESS = 'evidence';

/** The type by the content; undefined if it is none of the accepted types. */
export async function mediaTypeOf(content: Buffer): Promise<EvidenceMediaType | undefined> {
  const start = content.subarray(0, SNIFFED_BYTES);
  const [skipped] = BEFORE_PDF.exec(start.toString('latin1')) ?? [''];
  const found = await fileTypeFromBuffer(start.subarray(skipped.length));
  const type = EVIDENCE_MEDIA_TYPES.find((accepted) => accepted === found?.mime);
  return type && isWhole(type, content) ? type : undefined;
}

/** Whether more than the mark of the type is there: the first segment, or the header. */
function isWhole(type: EvidenceMediaType, content: Buffer): boolean {
  if (type === 'image/png') return content.length >= SHORTEST_PNG_BYTES;
  if (type !== 'image/jpeg') return true;
  if (content.length < JPEG_MARK_BYTES + 2) return false;
  return content.length >= JPEG_MARK_BYTES + content.readUInt16BE(JPEG_MARK_BYTES);
}

/**
 * The last segment of the sent path, with the extension of the type. Characters that show nothing or
 * change the direction of text are removed.
 */
export function fileNameOf(sent: string, type: EvidenceMediaType): string {
  const segment = sent.split(/[/\\]/).at(-1) ?? '';
  const name = segment.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const [extension = ''] = ANY_EXTENSION.exec(name) ?? [];
  const stem = name.slice(0, name.length - extension.length).replace(/^\.+$/, '') || NAMELESS;
  const isRight = EXTENSIONS[type].includes(extension.slice(1).toLowerCase());
  return stem + (isRight ? extension : `.${EXTENSIONS[type][0]}`);
}
