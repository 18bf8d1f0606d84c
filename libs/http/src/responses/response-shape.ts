import { jsonSchemaOf, type JsonSchema } from '@towpath/contracts';

import type { ResponseClass } from '../access/route-access.js';

interface Shape {
  /** Members that are sent as null when they have no value. */
  readonly nullable: ReadonlySet<string>;
  /** Members that hold objects, or lists of objects, of a documented class. */
  readonly nested: ReadonlyMap<string, Shape>;
}

const shapes = new WeakMap<object, Shape>();

/**
 * The answer without null members, except members that the class documents as required and
 * nullable. Members without a documented shape (maps, foreign JSON) are unchanged.
 */
export function withoutAbsentMembers(payload: unknown, type: ResponseClass): unknown {
  const answerClass = typeof type === 'function' ? type : type[0];
  let shape = shapes.get(answerClass);
  if (!shape) {
    shape = shapeOf(jsonSchemaOf(answerClass));
    shapes.set(answerClass, shape);
  }
  return clean(payload, shape);
}

function clean(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((item) => clean(item, shape));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const result: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || (member === null && !shape.nullable.has(name))) continue;
    const nested = shape.nested.get(name);
    result[name] = nested ? clean(member, nested) : member;
  }
  return result;
}

function shapeOf(schema: JsonSchema): Shape {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const nullable = new Set<string>();
  const nested = new Map<string, Shape>();
  for (const [name, property] of Object.entries(properties)) {
    const { type } = property;
    if (required.has(name) && Array.isArray(type) && type.includes('null')) nullable.add(name);
    const object = (property['items'] ?? property) as JsonSchema;
    if (object['properties']) nested.set(name, shapeOf(object));
  }
  return { nullable, nested };
}
