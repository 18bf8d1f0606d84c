import type { ModuleRef } from '@nestjs/core';

/** Source of providers: a `ModuleRef`, or the app itself. */
export type Modules = Pick<ModuleRef, 'get'>;

type Port<T> = abstract new (...args: never[]) => T;

/**
 * The implementation that the app provides for a port, from whichever module, else the fallback.
 * Resolved at first use, when all modules exist.
 */
export function portOr<T>(modules: Modules, port: Port<T>, fallback: () => T): T {
  return findPort(modules, port) ?? fallback();
}

/** The provider of that class, or undefined when no module has one. */
export function findPort<T>(modules: Modules, port: Port<T>): T | undefined {
  try {
    return modules.get<T>(port, { strict: false });
  } catch (error) {
    if (error instanceof Error && error.name === 'UnknownElementException') return undefined;
    if (error instanceof Error && /could not find .* element/i.test(error.message))
      return undefined;
    throw error;
  }
}

/** Computes once, at first use. */
export function lazily<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
