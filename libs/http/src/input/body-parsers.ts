import { DomainError } from '@towpath/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { BodyIntake } from './body-intake.js';
import { parseJson, invalid, textComplaint } from './safe-json.js';
import { isUtf8 } from 'node:buffer';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FILE_TYPE = 'multipart/form-data';

type Parse = (request: FastifyRequest, bytes: Buffer) => unknown;

/**
 * Parses JSON for all routes. Forms, files and other media types need a mark of the route;
 * otherwise they receive 415. An empty body counts as no body, with any content type.
 */
export function registerBodyParsers(server: FastifyInstance, intake: BodyIntake): void {
  server.removeAllContentTypeParsers();
  const add = (type: string, parse: Parse) => addParser(server, { type, parse, intake });
  add(JSON_TYPE, (request, bytes) => {
    const only = onlyTypeOf(request);
    if (only) throw unsupported(only);
    return parseJson(bytes);
  });
  add(FORM_TYPE, (request, bytes) => {
    const only = onlyTypeOf(request);
    if (only !== FORM_TYPE) throw unsupported(only ?? JSON_TYPE);
    return parseForm(bytes);
  });
  add('*', (request, bytes) => {
    const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    const only = onlyTypeOf(request);
    const accepted = only === FILE_TYPE ? [FILE_TYPE] : (rulesOf(request)?.accepts ?? []);
    if (mediaType && accepted.includes(mediaType)) return bytes;
    throw unsupported(only ?? [JSON_TYPE, ...accepted].join(', '));
  });
}

/**
 * Clients name a content type although they send nothing. Without the name no parser is looked for,
 * which would refuse one that it does not know.
 */
export function forgetTypeOfNothing({ headers }: FastifyRequest): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  if (encoding === undefined && length === '0') delete headers['content-type'];
}

interface Parser {
  readonly type: string;
  readonly parse: Parse;
  readonly intake: BodyIntake;
}

function addParser(server: FastifyInstance, { type, parse, intake }: Parser): void {
  server.addContentTypeParser(type, async (request: FastifyRequest) => {
    const rules = rulesOf(request);
    const bytes = await intake.take(request, rules?.limit);
    if (rules?.rawBody) request.rawBody = bytes;
    if (bytes.length === 0) return undefined;
    assertPlain(request);
    return parse(request, bytes);
  });
}

/** The one media type that a route accepts in place of JSON. */
function onlyTypeOf(request: FastifyRequest): string | undefined {
  const { form, file } = rulesOf(request) ?? {};
  if (file) return FILE_TYPE;
  return form ? FORM_TYPE : undefined;
}

function rulesOf(request: FastifyRequest) {
  return request.routeOptions.config.access?.body;
}

/** Nothing is unpacked: a small request may not become a large one. */
function assertPlain({ headers: { 'content-encoding': encoding } }: FastifyRequest): void {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'content-encoding must be identity');
}

function unsupported(accepted: string): DomainError {
  return new DomainError('UNSUPPORTED_MEDIA_TYPE', `content-type must be ${accepted}`);
}

/** Parses a form body: each field once, values as text. */
function parseForm(bytes: Buffer): Record<string, string> {
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
