import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { compile, type CompiledProject, isSource } from './compiler.js';

/** Editors write a file in several steps, and save several files at once. */
const SETTLE_MS = 40;

export interface SourceWatch {
  readonly projects: readonly CompiledProject[];
  /** Called after all changes that arrived together have compiled. */
  readonly onCompiled: (files: readonly string[]) => void;
  readonly onMistake: (message: string) => void;
}

interface Change {
  readonly project: CompiledProject;
  readonly file: string;
}

/** Compiles what changes in the `src` of the projects, until the process ends. */
export function watchSources(options: SourceWatch): void {
  const pending = new Map<string, Change>();
  let timer: NodeJS.Timeout | undefined;
  for (const project of options.projects) {
    const src = join(project.root, project.folder, 'src');
    watch(src, { recursive: true }, (_, name) => {
      if (!name || !isSource(name)) return;
      pending.set(join(project.folder, name), { project, file: name });
      clearTimeout(timer);
      timer = setTimeout(() => {
        const changes = [...pending.values()];
        pending.clear();
        void compileAll(changes, options);
      }, SETTLE_MS);
    });
  }
}

async function compileAll(changes: readonly Change[], options: SourceWatch): Promise<void> {
  try {
    await Promise.all(
      changes.map(({ project, file }) => {
        const deleted = !existsSync(join(project.root, project.folder, 'src', file));
        return compile(project, { file, deleted });
      }),
    );
    options.onCompiled(changes.map(({ file }) => file));
  } catch (error) {
    options.onMistake(mistakeIn(error));
  }
}

/** The compiler's message and picture of the place, without its own stack. */
function mistakeIn(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('Caused by')[0]?.trim() ?? text;
}

/** The projects of a folder such as `libs`, by their own sources. */
export function projectsIn(root: string, { parent }: { parent: string }): CompiledProject[] {
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, parent, entry.name, 'src')))
    .map((entry) => ({ root, folder: `${parent}/${entry.name}` }));
}
