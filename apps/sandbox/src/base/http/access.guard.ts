import type { Socket } from 'node:net';
import { createHash, timingSafeEqual } from 'node:crypto';
import { SetMetadata, type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { assertUnreachable } from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';
import { GatewayRefusal } from '../parties/gateway-refusal.js';
import { SandboxConfig } from '../../sandbox.config.js';
import { ServiceTokens } from './service-tokens.js';

/** `server`: the gateway's secret. `browser`: anyone. `internal`: the internal port only. */
export type RouteAccess = 'server' | 'browser' | 'internal' | 'probe';

export const ROUTE_ACCESS = 'sandbox:route-access';

/** Permitted callers of a controller's routes. A route without it refuses all callers. */
export const Access = (access: RouteAccess) => SetMetadata(ROUTE_ACCESS, access);

/** Determines by its socket which of the two ports received a request. */
export class ListeningPorts {
  private readonly internal = new WeakSet<Socket>();

  markInternal(socket: Socket): void {
    this.internal.add(socket);
  }

  isInternal(socket: Socket): boolean {
    return this.internal.has(socket);
  }
}

const BEARER = /^Bearer +(\S+) *$/iu;

/** Every route of the process passes here; one that does not say who may call it is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly config: SandboxConfig,
    private readonly ports: ListeningPorts,
    private readonly serviceTokens: ServiceTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!access) throw notHere();
    if (access === 'probe') return true;
    const isInternal = this.ports.isInternal(request.raw.socket);
    if (isInternal !== (access === 'internal')) throw notHere();
    switch (access) {
      case 'server':
        return this.checkSecret(request);
      case 'internal':
        await this.serviceTokens.check(tokenOf(request));
        return true;
      case 'browser':
        return true;
      default:
        return assertUnreachable(access);
    }
  }

  private checkSecret(request: FastifyRequest): boolean {
    if (timingSafeEqual(digest(tokenOf(request)), digest(this.config.gatewaySecret))) return true;
    throw new GatewayRefusal('unauthorized', 'The secret of the gateway is required.');
  }
}

function tokenOf(request: FastifyRequest): string {
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function notHere(): GatewayRefusal {
  return new GatewayRefusal('not_found', 'There is nothing here.');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
