import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Every Nx project with its folder and its tags: `{ name, folder, type, scope, layer }`. */
export function readProjects(root) {
  return globSync('{apps,libs,tools}/*/project.json', { cwd: root })
    .concat(globSync('e2e/project.json', { cwd: root }))
    .sort()
    .map((file) => {
      const { name, tags } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
      const values = (key) =>
        tags.filter((tag) => tag.startsWith(`${key}:`)).map((tag) => tag.slice(key.length + 1));
      return {
        name,
        folder: dirname(file),
        types: values('type'),
        scopes: values('scope'),
        type: values('type')[0],
        scope: values('scope')[0],
        layer: values('layer').map(Number)[0],
      };
    });
}
