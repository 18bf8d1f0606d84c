import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Pattern {
  readonly includes: boolean;
  readonly matches: RegExp;
}

/** What the builder would get of the repository: every file that .dockerignore lets through. */
export function contextFiles(): string[] {
  const patterns = readPatterns(readFileSync('.dockerignore', 'utf8'));
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  return execFileSync('git', options, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && isSent(path, patterns));
}

/** The last pattern that matches a path, or a folder above it, decides. */
export function isSent(path: string, patterns: readonly Pattern[]): boolean {
  return patterns.findLast(({ matches }) => matches.test(path))?.includes ?? true;
}

/** Patterns as the builder reads them: `*` within a name, a leading double star at any depth. */
export function readPatterns(text: string): Pattern[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const includes = line.startsWith('!');
      const glob = (includes ? line.slice(1) : line).replace(/[.+^${}()|[\]\\]/g, '\\$&');
      const source = glob.replace(/^\*\*\//, '(?:.*/)?').replace(/(?<!\.)\*/g, '[^/]*');
      return { includes, matches: new RegExp(`^${source}(?:/.*)?$`) };
    });
}
