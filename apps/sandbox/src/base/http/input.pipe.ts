import { ValidationPipe, type ValidationError } from '@nestjs/common';

import { GatewayRefusal } from '../parties/gateway-refusal.js';

/** Validates DTO classes; the first wrong member is named in the refusal. */
export function inputPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => refusalOf(errors),
  });
}

function refusalOf(errors: readonly ValidationError[]): GatewayRefusal {
  const [error] = errors;
  const message = Object.values(error?.constraints ?? {})[0] ?? 'The request is not valid.';
  const field = error ? { field: error.property } : {};
  return new GatewayRefusal('invalid_request', `${message}.`, field);
}
