import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';

import { queryValues } from './query-values.js';
import { validated, validatedText } from './validate.js';

type InputClass = new () => object;

/** Turns body, query and parameters into validated values before a handler sees them. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    switch (type) {
      case 'custom':
        return value;
      case 'param':
        return validatedText(value, data ?? 'path');
      case 'body':
      case 'query':
        return this.#fromSource(value, { what: type, metatype, data });
    }
  }

  #fromSource(
    value: unknown,
    target: {
      readonly what: 'body' | 'query';
      readonly metatype: ArgumentMetadata['metatype'];
      readonly data: string | undefined;
    },
  ): unknown {
    const { what, metatype, data } = target;
    if (what === 'query') checkTexts(value);
    if (!isInputClass(metatype) || data !== undefined) return value;
    const source = what === 'query' ? queryValues(metatype, value as object) : value;
    return validated(metatype, { source, what });
  }
}

const PLAIN_TYPES: readonly unknown[] = [String, Number, Boolean, Array, Object, Buffer];

function isInputClass(metatype: ArgumentMetadata['metatype']): metatype is InputClass {
  return metatype !== undefined && !PLAIN_TYPES.includes(metatype);
}

function checkTexts(query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) {
    validatedText(name, 'a parameter name');
    validatedText(value, name);
  }
}
