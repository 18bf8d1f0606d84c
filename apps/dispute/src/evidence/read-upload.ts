import { MAX_EVIDENCE_BYTES, type EvidenceMediaType } from '@towpath/contracts';
import type { SentBody } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { fileNameOf, mediaTypeOf } from './file-kinds.js';
import { pdfPages } from './pdf-pages.js';

/** The part of the body that holds the file. */
export const FILE_PART = 'file';

export interface Upload {
  readonly fileName: string;
  /** Determined by the content, never by the sender's header. */
  readonly mediaType: EvidenceMediaType;
  readonly content: Buffer;
  /** Of a PDF, as far as they are readable; 1 of an image. */
  readonly pages: number;
}

const MAX_CHARACTERS = 255;

/**
 * The one file of a `multipart/form-data` body. Throws `INVALID_REQUEST` or `PAYLOAD_TOO_LARGE`.
 */
export async function readUpload(sent: SentBody): Promise<Upload> {
  const file = await fileIn(sent);
  if (file.size > MAX_EVIDENCE_BYTES) {
    throw new DomainError('PAYLOAD_TOO_LARGE', 'file must have at most 10 MiB.');
  }
  const content = Buffer.from(await file.arrayBuffer());
  const mediaType = await mediaTypeOf(content);
  if (!mediaType) throw invalid('must be a PDF, a JPEG or a PNG');
  const pages = mediaType === 'application/pdf' ? pdfPages(content) : 1;
  return { fileName: nameOf(file, mediaType), mediaType, content, pages };
}

async function fileIn(sent: SentBody): Promise<File> {
  if (sent.bytes.length === 0) throw invalid('is required');
  const form = await formIn(sent);
  const names = [...form.keys()];
  const other = names.find((name) => name !== FILE_PART);
  if (other !== undefined) {
    throw new DomainError('INVALID_REQUEST', `body may have one part, named ${FILE_PART}.`);
  }
  const [file, ...more] = form.getAll(FILE_PART);
  if (file === undefined || typeof file === 'string') throw invalid('must be a file');
  if (more.length > 0) throw invalid('must be one file');
  return file;
}

async function formIn({ bytes, contentType }: SentBody): Promise<FormData> {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    // what the parser says of it may quote the file
    const explanation = 'body must be multipart/form-data with its boundary.';
    throw new DomainError('INVALID_REQUEST', explanation);
  }
}

function nameOf({ name: sent }: File, mediaType: EvidenceMediaType): string {
  const name = fileNameOf(sent, mediaType);
  const isName = sent.length > 0 && name.length <= MAX_CHARACTERS && name.isWellFormed();
  if (isName) return name;
  throw invalid(`must have a name of 1 to ${MAX_CHARACTERS} characters`);
}

function invalid(rule: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${FILE_PART} ${rule}.`);
}
