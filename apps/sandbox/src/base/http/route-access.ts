import { SetMetadata } from '@nestjs/common';

/** `server`: the gateway's secret. `browser`: anyone. `internal`: the internal port only. */
export type RouteAccess = 'server' | 'browser' | 'internal' | 'probe';

export const ROUTE_ACCESS = 'sandbox:route-access';

/** Permitted callers of a controller's routes. A route without it refuses all callers. */
export const Access = (access: RouteAccess) => SetMetadata(ROUTE_ACCESS, access);
