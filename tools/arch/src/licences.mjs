// Every dependency's licence must be on this list: permissive, or harmless where it is only a tool.
import { promisify } from 'node:util';
import { init } from 'license-checker-rseidelsohn';

const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Of fonts alone: the browser that takes screenshots draws with them, nothing ships them.
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Packages that name their licence in words; read in the file that comes with them. */
const READ = { 'css-mediaquery@0.1.2': 'BSD-3-Clause' };

/** `(MIT OR GPL-3.0)` is allowed when one side is; `(MIT AND X)` when both are. */
export function isAllowed(expression) {
  const text = expression.replace(/[()*]/g, '').trim();
  if (text.includes(' AND ')) return text.split(' AND ').every(isAllowed);
  return text.split(' OR ').some((licence) => ALLOWED.has(licence.trim()));
}

if (import.meta.filename === process.argv[1]) {
  const packages = await promisify(init)({ start: '.', excludePrivatePackages: true });
  const refused = Object.entries(packages).filter(([name, { licenses }]) => {
    const list = [READ[name] ?? licenses].flat();
    return !name.startsWith('@towpath/') && !list.every((licence) => isAllowed(String(licence)));
  });
  for (const [name, { licenses }] of refused) process.stderr.write(`${name}: ${licenses}\n`);
  process.stdout.write(`${Object.keys(packages).length} packages, ${refused.length} refused\n`);
  if (refused.length > 0) process.exit(1);
}
