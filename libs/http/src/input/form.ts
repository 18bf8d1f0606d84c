import { isUtf8 } from 'node:buffer';

import { invalid, textComplaint } from './safe-json.js';

/** Parses a form body: each field once, values as text. */
export function parseForm(bytes: Buffer): Record<string, string> {
  if (!isUtf8(bytes)) throw invalid('body must be encoded as UTF-8');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (name === '') throw invalid('a field without a name is not allowed');
    if (fields.has(name)) throw invalid(`${name} must be given once`);
    const complaint = textComplaint(name + value);
    if (complaint) throw invalid(`${textComplaint(name) ? 'a field name' : name} ${complaint}`);
    if (name === '__proto__') throw invalid('__proto__ is not allowed');
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
