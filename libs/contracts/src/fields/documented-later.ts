import type * as Swagger from '@nestjs/swagger';

type Describe = (swagger: typeof Swagger) => void;

const waiting: Describe[] = [];

/**
 * Keeps a description for the OpenAPI document until one is made. Services serve without Swagger:
 * loading it would cost each process a fifth of its start and 30 MiB.
 */
export function documentLater(describe: Describe): void {
  waiting.push(describe);
}

/** Hands everything that waits to Swagger, in the order in which it was declared. */
export function documentNow(swagger: typeof Swagger): void {
  for (const describe of waiting.splice(0)) describe(swagger);
}
