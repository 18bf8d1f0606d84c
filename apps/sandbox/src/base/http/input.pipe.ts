import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { fieldsOf, fromPlain, type ContractClass } from '@towpath/contracts';
import { validateSync, type ValidationError } from 'class-validator';

import { GatewayRefusal } from '../parties/gateway-refusal.js';

/** Turns bodies and queries into validated values; the first wrong member is named in the refusal. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(source: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const isRead = type === 'body' || type === 'query';
    if (!isRead || !hasFields(metatype)) return source;
    const given = source ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw refusalOf();
    const value = fromPlain(metatype, given);
    const [error] = validateSync(value, { forbidUnknownValues: false, stopAtFirstError: true });
    if (error) throw refusalOf(error);
    return value;
  }
}

function hasFields(metatype: ArgumentMetadata['metatype']): metatype is ContractClass {
  return metatype !== undefined && fieldsOf(metatype as ContractClass).size > 0;
}

function refusalOf(error?: ValidationError): GatewayRefusal {
  const message = Object.values(error?.constraints ?? {})[0] ?? 'The request is not valid';
  const field = error ? { field: error.property } : {};
  return new GatewayRefusal('invalid_request', `${message}.`, field);
}
