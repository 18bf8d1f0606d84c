import { DomainError } from '@towpath/kernel';
import { Transform, type Readable } from 'node:stream';

export const BODY_LIMIT_BYTES = 1024 * 1024;

export function tooLarge(limitBytes: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`);
}

/** Passes a body on while counting it; `onExceeded` is called once when it grows past the limit. */
export function limitBody(
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
