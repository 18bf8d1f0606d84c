import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

import { GatewayRefusal } from '../parties/gateway-refusal.js';
import { Access } from '../http/access.guard.js';

const FILES = {
  'bank.svg': 'image/svg+xml',
  'card-fields.css': 'text/css; charset=utf-8',
  'card-fields.js': 'text/javascript; charset=utf-8',
  'card-format.js': 'text/javascript; charset=utf-8',
  'challenge.css': 'text/css; charset=utf-8',
} as const satisfies Record<string, string>;

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The scripts and styles of the pages: a fixed list, read once. */
@Access('browser')
@Controller('assets')
export class AssetsController {
  private readonly assets: ReadonlyMap<string, Asset> = new Map(
    Object.entries(FILES).map(([name, type]) => {
      const bytes = readFileSync(new URL(`../../../assets/${name}`, import.meta.url));
      const digest = createHash('sha256').update(bytes).digest('base64url');
      return [name, { type, bytes, etag: `"${digest}"` }];
    }),
  );

  @Get(':name')
  get(
    @Param('name') name: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    const asset = this.assets.get(name);
    if (!asset) throw new GatewayRefusal('not_found', 'There is no such file.');
    void reply.headers({
      etag: asset.etag,
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    if (known === asset.etag) void reply.status(304).send();
    else void reply.type(asset.type).send(asset.bytes);
  }
}
