import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A built site, and the path that it is served under. */
export interface BuiltSite {
  readonly folder: string;
  readonly base: string;
}

/** The anchor of a heading, as repository hosts make it: links work there and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Throws if a page links to a part of a page that is not there. VitePress checks the pages only. */
export function checkAnchors({ folder, base }: BuiltSite): void {
  const pages = new Map(
    globSync('**/*.html', { cwd: folder }).map((file) => [
      file.replace(/(index)?\.html$/, ''),
      readFileSync(join(folder, file), 'utf8'),
    ]),
  );
  const dead = [...pages].flatMap(([name, html]) =>
    [...html.matchAll(/ href="([^"#]*)#([^"]+)"/g)].flatMap(([, path = '', anchor = '']) => {
      const isHere = path === '' || path.startsWith(base);
      const target = path === '' ? name : posix.normalize(path.slice(base.length));
      const isThere = pages
        .get(target === '.' ? '' : target)
        ?.includes(`id="${decodeURIComponent(anchor)}"`);
      return isHere && !isThere ? [`${name} -> ${target}#${anchor}`] : [];
    }),
  );
  if (dead.length > 0) throw new Error(`Links to parts that are not there:\n${dead.join('\n')}`);
}
