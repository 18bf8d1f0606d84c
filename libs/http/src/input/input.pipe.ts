import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { validated, validatedText } from './validate.js';
import { fieldsOf, parameterNameOf } from '@towpath/contracts';

type InputClass = new () => object;

/** Turns body, query and parameters into validated values before a handler sees them. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    switch (type) {
      case 'custom':
        return value;
      case 'param':
        if (data !== undefined) return validatedText(value, data);
        checkTexts(value);
        return value;
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

function checkTexts(values: unknown): void {
  if (typeof values !== 'object' || values === null) return;
  for (const [name, value] of Object.entries(values)) {
    validatedText(name, 'a parameter name');
    validatedText(value, name);
  }
}

/**
 * A query with each declared parameter under its name. Values that arrive as `name[]`, `name[0]` or
 * repeated are one list; empty values of optional parameters are absent.
 */
function queryValues(inputClass: new () => object, query: object): object {
  const fields = fieldsOf(inputClass);
  const values = new Map<string, unknown>();
  for (const [sent, value] of Object.entries(query) as [string, unknown][]) {
    const name = parameterNameOf(sent);
    const field = fields.get(name);
    if (!field) continue;
    const given = field.required ? [value].flat() : [value].flat().filter((text) => text !== '');
    if (given.length === 0) continue;
    const all = [values.get(name) ?? [], given].flat();
    values.set(name, all.length === 1 && sent === name ? all[0] : all);
  }
  return Object.fromEntries(values);
}
