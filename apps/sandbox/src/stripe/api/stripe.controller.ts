import { setTimeout as pause } from 'node:timers/promises';
import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../base/http/access.guard.js';
import { StripeParams } from '../books/stripe-params.js';
import { type StripeRequest, StripeService } from './stripe.service.js';

const BASE = /^\/v1\//;
const BEARER = /^Bearer +(\S+) *$/iu;
const BASIC = /^Basic +(\S+) *$/iu;

/**
 * A stand-in for Stripe's interface, for tests of the connector; not affiliated with Stripe. Every
 * key that has the form of one is good: there is no money here.
 */
@Access('browser')
@Controller('v1')
export class StripeController {
  constructor(private readonly stripe: StripeService) {}

  @All('*')
  async answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const answer = await this.stripe.answer(await requestOf(request));
    if (answer.lateMs > 0) await pause(answer.lateMs);
    const { 'stripe-version': version, 'idempotency-key': key } = request.headers;
    await reply
      .status(answer.status)
      .headers({
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'request-id': answer.requestId,
        ...(version ? { 'stripe-version': version } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(answer.isReplayed ? { 'idempotent-replayed': 'true' } : {}),
      })
      .send(answer.body);
  }
}

async function requestOf(request: FastifyRequest): Promise<StripeRequest> {
  const { method, headers } = request;
  const path = decodeURIComponent(new URL(request.url, 'http://stripe').pathname.replace(BASE, ''));
  const isUpload = Buffer.isBuffer(request.body);
  const { key, _stripe_account, file, ...given } = isUpload
    ? await partsOf(request)
    : { ...(request.query as object), ...(request.body as Record<string, unknown>) };
  const account = headers['stripe-account'] ?? _stripe_account;
  const idempotencyKey = headers['idempotency-key'];
  return {
    path: `${method} ${path}`,
    key: keyIn(headers.authorization ?? '') ?? (typeof key === 'string' ? key : ''),
    account: typeof account === 'string' ? account : null,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    params: StripeParams.of(given),
    ...(file instanceof File
      ? { file: { name: file.name, type: file.type, size: file.size } }
      : {}),
  };
}

/** A page sends its publishable key as a parameter. */
function keyIn(authorization: string): string | undefined {
  const [, basic] = BASIC.exec(authorization) ?? [];
  if (basic) return Buffer.from(basic, 'base64').toString().split(':')[0];
  return BEARER.exec(authorization)?.[1];
}

async function partsOf({ body, headers }: FastifyRequest): Promise<Record<string, unknown>> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(body as Buffer<ArrayBuffer>, {
    headers: { 'content-type': type },
  }).formData();
  return Object.fromEntries(form);
}
