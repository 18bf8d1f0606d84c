import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@towpath/kernel';

interface UseCase {
  readonly name: string;
  readonly errors?: readonly string[];
  readonly prototype: { readonly execute?: unknown };
}

const root = join(process.cwd(), 'apps/payment-link/src');
const files = globSync('**/*.{use-case,query}.ts', { cwd: root }).toSorted();

/** What a newcomer may rely on before opening any of them. */
describe('every use case and query', () => {
  it.each(files)('%s is one class with execute and the errors it can raise', async (file) => {
    const module = (await import(join(root, file))) as Record<string, unknown>;
    const classes = Object.values(module).filter(
      (exported) => typeof exported === 'function' && /^class /.test(String(exported)),
    ) as unknown as UseCase[];
    expect(classes).toHaveLength(1);
    const [useCase] = classes;
    expect(useCase?.prototype.execute).toBeInstanceOf(Function);
    const unknown = useCase?.errors?.filter((code) => !ERROR_CODES.some((known) => known === code));
    expect(unknown).toEqual([]);
  });

  it('was found', () => {
    expect(files.length).toBeGreaterThan(25);
  });
});
