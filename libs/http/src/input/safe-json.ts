import { DomainError } from '@towpath/kernel';
import { isUtf8 } from 'node:buffer';

import { membersIn, repeatedMember } from './repeated-members.js';

const MAX_DEPTH = 32;

/**
 * Parses a JSON body. Refuses, naming the place, what would hurt further in: bytes that are not
 * UTF-8, text with NUL or lone surrogates (PostgreSQL stores neither); numbers that a double cannot
 * hold, nesting deeper than 32, and members called `__proto__`. A member that an object has twice is
 * refused because readers differ in which one they take.
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('body must be encoded as UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const value = parse(text);
  const found = { members: 0 };
  const complaint = complaintAbout(value, { path: '', depth: 0, found });
  if (complaint) throw invalid(complaint);
  // The parser keeps the last of equal names, so a repeated member is one that is missing.
  if (found.members < membersIn(text)) {
    throw invalid(`${repeatedMember(text) ?? 'body'} must be given once`);
  }
  return value;
}

/** Why the text cannot be stored, completing "<field> …"; undefined when it can. */
export function textComplaint(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character NUL';
  return text.isWellFormed() ? undefined : 'must not contain unpaired surrogates';
}

export function invalid(details: string): DomainError {
  return new DomainError('INVALID_REQUEST', details);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('body must be valid JSON');
    throw error;
  }
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly found: { members: number };
}

function complaintAbout(value: unknown, place: Place): string | undefined {
  switch (typeof value) {
    case 'string':
      return named(place, textComplaint(value));
    case 'number':
      return named(place, numberComplaint(value));
    case 'object':
      return value === null ? undefined : complaintAboutMembers(value, place);
    default:
      return undefined;
  }
}

function complaintAboutMembers(value: object, { path, depth, found }: Place): string | undefined {
  if (depth >= MAX_DEPTH) return `${path || 'body'} must not be nested deeper than ${MAX_DEPTH}`;
  const prefix = path === '' ? '' : `${path}.`;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) found.members += 1;
    if (name === '__proto__') return `${prefix}__proto__ is not allowed`;
    const unusable = textComplaint(name);
    if (unusable) return `${path || 'body'} member name ${unusable}`;
    const complaint = complaintAbout(member, { path: prefix + name, depth: depth + 1, found });
    if (complaint) return complaint;
  }
  return undefined;
}

function numberComplaint(value: number): string | undefined {
  if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined;
  return 'must be a number that fits a 53-bit integer';
}

function named({ path }: Place, complaint: string | undefined): string | undefined {
  return complaint && `${path || 'body'} ${complaint}`;
}
