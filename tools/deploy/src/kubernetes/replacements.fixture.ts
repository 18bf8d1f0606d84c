import type { Resource } from './resources.fixture.js';

/** One entry of `replacements`: a field of one resource becomes a part of fields of others. */
export interface Replacement {
  readonly source: { readonly kind: string; readonly fieldPath: string };
  readonly targets: readonly {
    readonly select: { readonly kind: string; readonly name: string };
    readonly fieldPaths: readonly string[];
    readonly options: { readonly delimiter: string; readonly index: number };
  }[];
}

type Fields = Record<string, unknown>;

/** The resources with the replacement made. Throws when its source or a field is not there. */
export function replaced(
  resources: readonly Resource[],
  { source, targets }: Replacement,
): Resource[] {
  const from = resources.find(({ kind }) => kind === source.kind);
  const value = at(from as unknown as Fields, source.fieldPath.split('.'));
  return resources.map((resource) => {
    const own = targets.filter(
      ({ select }) => select.kind === resource.kind && select.name === resource.metadata.name,
    );
    for (const { fieldPaths, options } of own) {
      for (const path of fieldPaths) write(resource as unknown as Fields, { path, value, options });
    }
    return resource;
  });
}

function write(
  root: Fields,
  change: {
    readonly path: string;
    readonly value: string;
    readonly options: { readonly delimiter: string; readonly index: number };
  },
): void {
  const { delimiter, index } = change.options;
  const steps = change.path.split('.');
  const parts = at(root, steps).split(delimiter);
  parts[index] = change.value;
  const last = steps.pop() ?? '';
  const holder = steps.reduce((fields, step) => fields[step] as Fields, root);
  holder[last] = parts.join(delimiter);
}

function at(root: Fields | undefined, steps: readonly string[]): string {
  const value = steps.reduce<unknown>(
    (fields, step) => (fields as Fields | undefined)?.[step],
    root,
  );
  if (typeof value !== 'string') throw new Error(`there is no ${steps.join('.')} to replace`);
  return value;
}
