import 'reflect-metadata';

import { TransformationType } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';

type InputClass = new () => object;

interface Member {
  readonly name: string;
  /** Null is a value of its own; otherwise it counts as absent. */
  readonly nullable: boolean;
  readonly nested?: () => InputClass;
  readonly transforms: readonly Transform[];
}

type Transform = (params: TransformInput) => unknown;

interface TransformInput {
  readonly value: unknown;
  readonly key: string;
  readonly obj: unknown;
  readonly type: TransformationType;
  readonly options: object;
}

const SWAGGER_MEMBER = 'swagger/apiModelProperties';
const members = new WeakMap<InputClass, readonly Member[]>();

/**
 * An instance of `inputClass` from parsed JSON, a form or a query. Only members that the class
 * validates are taken over, so unknown ones are dropped. `plainToInstance` is not used because it
 * calls `value.constructor` of untyped objects, which the sender controls.
 */
export function hydrate<T extends object>(inputClass: new () => T, source: object): T {
  const instance = new inputClass();
  for (const member of membersOf(inputClass)) {
    const value = valueOf(member, source as Record<string, unknown>);
    // an absent member keeps the default that the class gives it
    if (value !== undefined) Reflect.set(instance, member.name, value);
  }
  return instance;
}

function valueOf(member: Member, source: Record<string, unknown>): unknown {
  const { name, nullable, nested, transforms } = member;
  let value = Object.hasOwn(source, name) ? source[name] : undefined;
  if (value === null && !nullable) return undefined;
  if (nested) value = hydrateNested(value, nested());
  const type = TransformationType.PLAIN_TO_CLASS;
  for (const transform of transforms) {
    const obj = { ...source, [name]: value };
    value = transform({ value, key: name, obj, type, options: {} });
  }
  return value;
}

function hydrateNested(value: unknown, nested: InputClass): unknown {
  if (Array.isArray(value)) return value.map((item) => hydrateNested(item, nested));
  return typeof value === 'object' && value !== null ? hydrate(nested, value) : value;
}

function membersOf(inputClass: InputClass): readonly Member[] {
  const known = members.get(inputClass);
  if (known) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(inputClass, '', false, false);
  const names = new Set(rules.map((rule) => rule.propertyName));
  const found = [...names].map((name) => memberOf(inputClass, name));
  members.set(inputClass, found);
  return found;
}

function memberOf(inputClass: InputClass, name: string): Member {
  const prototype = inputClass.prototype as object;
  const documented = Reflect.getMetadata(SWAGGER_MEMBER, prototype, name) as
    { readonly nullable?: boolean } | undefined;
  const typed = defaultMetadataStorage.findTypeMetadata(inputClass, name);
  const transforms = defaultMetadataStorage.findTransformMetadatas(
    inputClass,
    name,
    TransformationType.PLAIN_TO_CLASS,
  );
  return {
    name,
    nullable: documented?.nullable ?? false,
    transforms: transforms.map((transform) => transform.transformFn as Transform),
    ...(typed ? { nested: () => typed.typeFunction() as InputClass } : {}),
  };
}
