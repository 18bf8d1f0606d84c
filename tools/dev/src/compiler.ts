import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';

/** A project whose `src` is compiled to `dist`, file by file, as the build does. */
export interface CompiledProject {
  /** The checkout, where the compiler's settings are. */
  readonly root: string;
  /** `apps/payment-link`. */
  readonly folder: string;
}

/** True for what the build compiles: TypeScript, but no tests. */
export function isSource(file: string): boolean {
  return file.endsWith('.ts') && !/(spec|\.fixture|\.d)\.ts$/.test(file);
}

/**
 * Compiles one file, given relative to `src`, or removes what a deleted one left.
 * Throws the compiler's own message, with the place of the mistake.
 */
export async function compile(
  { root, folder }: CompiledProject,
  { file, deleted }: { readonly file: string; readonly deleted: boolean },
): Promise<void> {
  const source = join(root, folder, 'src', file);
  const target = join(root, folder, 'dist', file.replace(/\.ts$/, '.js'));
  if (deleted) {
    rmSync(target, { force: true });
    return;
  }
  const { code, map } = await transformFile(source, {
    configFile: join(root, '.swcrc'),
    sourceFileName: relative(dirname(target), source),
  });
  mkdirSync(dirname(target), { recursive: true });
  const name = target.slice(dirname(target).length + 1);
  writeFileSync(target, map ? `${code}//# sourceMappingURL=${name}.map\n` : code);
  if (map) writeFileSync(`${target}.map`, map);
}
