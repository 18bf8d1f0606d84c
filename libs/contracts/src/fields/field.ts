import type * as Swagger from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateIf } from 'class-validator';
import { check } from '../validation/check.js';
import {
  rememberField,
  type FieldReader,
  type FieldShape,
  type JsonSchema,
} from './field-registry.js';

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

/** A rule over the object that holds the field, and how to say it: "when mode is PAYMENT". */
export interface Condition {
  readonly text: string;
  test(owner: Readonly<Record<string, unknown>>): boolean;
}

/** What a field is called with: its description first, if it has one. */
export type Described<Rest extends unknown[] = [options?: FieldOptions]> =
  [description: string | undefined, ...rest: Rest] | Rest;

export interface FieldOptions {
  readonly example?: unknown;
  /** May be absent. A null counts as absent, unless `nullable`. */
  readonly optional?: boolean;
  /** Null is a separate value and is stored. */
  readonly nullable?: boolean;
  /** An empty text is a value of an optional member; otherwise it counts as absent in a request. */
  readonly emptyIsValue?: boolean;
  readonly deprecated?: boolean;
  readonly requiredWhen?: Condition;
  readonly forbiddenWhen?: Condition;
  /** Rules of this member alone, after those of its kind. */
  readonly checks?: readonly PropertyDecorator[];
}

interface FieldParts {
  readonly shape: FieldShape;
  /** Swagger's name of the type, if the plain schema has none (classes). */
  readonly swagger?: ApiPropertyOptions;
  /** Keywords for the OpenAPI document alone: schemas of events stay as they were published. */
  readonly api?: JsonSchema;
  readonly decorators: readonly PropertyDecorator[];
  /** Applied in order to the input, before validation. */
  readonly readers?: readonly FieldReader[];
}

/**
 * One decorator per member of a contract class: validation, null handling, OpenAPI and JSON Schema
 * come from the same call, so that they cannot disagree.
 */
export function defineField(described: Described, parts: FieldParts): PropertyDecorator {
  const [description, options = {}] = descriptionFirst(described);
  const documented = documentation(description, options);
  const required = !options.optional && !options.requiredWhen && !options.forbiddenWhen;
  const { readers = [] } = parts;
  const decorators = [
    rememberField({
      ...parts.shape,
      required,
      readers,
      ...documented,
      ...(options.emptyIsValue ? { emptyIsValue: true } : {}),
      again: (other = description) => defineField([other, options], parts),
    }),
    ...conditions(options, required),
    ...parts.decorators,
    ...(options.checks ?? []),
  ];
  return (target, key) => {
    documentLater(({ ApiProperty }) => {
      const api = { ...swaggerType(parts), required, ...documented } as ApiPropertyOptions;
      ApiProperty(api)(target, key);
    });
    for (const decorate of decorators) decorate(target, key);
  };
}

/** The arguments of a field with a place for the description, which may be undefined. */
export function descriptionFirst<Rest extends unknown[]>(
  described: Described<Rest>,
): [description: string | undefined, ...rest: Rest] {
  const [first] = described;
  const isFirst = first === undefined || typeof first === 'string';
  return (isFirst ? described : [undefined, ...described]) as [string | undefined, ...Rest];
}

function documentation(
  description: string | undefined,
  { example, nullable, deprecated }: FieldOptions,
) {
  const flags = { nullable: nullable || undefined, deprecated: deprecated || undefined };
  return given({ description, example, ...flags });
}

/** The members that have a value. */
export function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

function swaggerType({ swagger, shape, api }: FieldParts): ApiPropertyOptions {
  return { ...(swagger ?? shape.schema), ...api } as ApiPropertyOptions;
}

function conditions(options: FieldOptions, required: boolean): PropertyDecorator[] {
  const { requiredWhen, forbiddenWhen, nullable } = options;
  if (required) return nullable ? [ValidateIf((_owner, value) => value !== null)] : [];
  if (!requiredWhen && !forbiddenWhen) return [IsOptional()];
  const list: PropertyDecorator[] = [
    ValidateIf((owner, value) => isPresent(value) || (requiredWhen?.test(owner) ?? false)),
  ];
  if (requiredWhen) list.push(requiredCheck(requiredWhen));
  if (forbiddenWhen) list.push(forbiddenCheck(forbiddenWhen));
  return list;
}

function requiredCheck({ text }: Condition): PropertyDecorator {
  const absent = `is required ${text}`;
  return check({ name: 'isRequired', must: absent, absent, test: isPresent });
}

function forbiddenCheck({ text, test }: Condition): PropertyDecorator {
  return check({
    name: 'isForbidden',
    must: `is not allowed ${text}`,
    test: (_value, args) => !test(args.object as Readonly<Record<string, unknown>>),
  });
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
