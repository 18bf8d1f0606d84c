import { fieldsOf, parameterNameOf } from '@towpath/contracts';

/**
 * A query with each declared parameter under its name. Values that arrive as `name[]`, `name[0]` or
 * repeated are one list; empty values of optional parameters are absent.
 */
export function queryValues(inputClass: new () => object, query: object): object {
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
