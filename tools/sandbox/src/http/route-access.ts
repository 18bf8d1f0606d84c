import { SetMetadata } from '@nestjs/common';

/** `server`: the gateway's secret. `browser`: anyone. `internal`: the internal port only. */
export type RouteAccess = 'server' | 'browser' | 'internal' | 'probe';

export const ROUTE_ACCESS = 'sandbox:route-access';

/** Who may call the routes of a controller. A route without it answers nobody. */
export const Access = (access: RouteAccess) => SetMetadata(ROUTE_ACCESS, access);
