import { DomainError } from '@towpath/kernel';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { SHORT_BODY_BYTES } from './forwarded-answer.js';

export const BODY_LIMIT_BYTES = 1024 * 1024;

export function tooLarge(limitBytes: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`);
}

/**
 * The body of a request to pass on: the bytes of a short one, the stream of a long one, null when
 * there is none. `onExceeded` is called once when one of unknown length grows past the limit;
 * throws `PAYLOAD_TOO_LARGE` when its length tells so before.
 */
export async function bodyToForward(
  request: IncomingMessage,
  { limitBytes, onExceeded }: { readonly limitBytes: number; readonly onExceeded: () => void },
): Promise<Buffer | Readable | null> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return null;
  if (encoding !== undefined) return limitBody(request, { limitBytes, onExceeded });
  if (Number(length) > limitBytes) throw tooLarge(limitBytes);
  // Node reads no more than the length that was told.
  return Number(length) > SHORT_BODY_BYTES ? request : collect(request);
}

function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

function limitBody(
  body: Readable,
  { limitBytes, onExceeded }: { readonly limitBytes: number; readonly onExceeded: () => void },
): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) onExceeded();
      else done(null, chunk);
    },
  });
  body.once('error', (error) => counter.destroy(error));
  return body.pipe(counter);
}
