import { basename, dirname, join } from 'node:path';
import { localImports } from './import-circles.js';
import type { RepositoryFile } from './repository-files.js';
import { areaOf, isServiceCode, sliceOf } from './slices.js';

/** What a file of each role declares; `X` is the first part of its name in Pascal case. */
const DECLARES: Readonly<Record<string, RegExp | ((x: string) => RegExp)>> = {
  service: (x) => new RegExp(`class ${x}Service\\b`),
  reads: (x) => new RegExp(`class ${x}Reads\\b`),
  table: /\bdefineTable\b/,
  conversation: /\bdefineConversation\b|\bextends Conversation\b/,
  job: /Job\b/,
  resource: /\bOperatedResource\b/,
  action: /\b(Operator|Money)Action\b/,
  figures: (x) => new RegExp(`class ${x}Figures\\b`),
  teller: /\bStoryTeller\b/,
};

/** The other ends that names have. A file without one holds rules, types or an adapter. */
const OTHER_ROLES =
  /^(aggregate|events|dto|controller|internal-controller|consumer|module|transitions|view|errors|config|wire|answers|protocol|texts|page|sql|guard|pipe|filter|disputes|)$/;

interface Ban {
  readonly from: RegExp;
  readonly to: RegExp;
  /** `own`: within one noun. `other`: between two nouns. */
  readonly within?: 'own' | 'other';
  /** `import type` is no breach. */
  readonly mayImportType?: boolean;
  readonly why: string;
}

/** Which role never imports which. */
const BANS: readonly Ban[] = [
  {
    from: /^table$/,
    to: /^(aggregate|service|reads|conversation|view)$/,
    within: 'own',
    why: 'a table imports nothing that uses it',
  },
  {
    from: /^(service|reads)$/,
    to: /^conversation$/,
    within: 'own',
    why: 'a conversation uses the service of its noun, never the reverse',
  },
  {
    // Resources and stories of operators read rows of several nouns with a role of their own.
    from: /^(?!(table|resource|teller)$)/,
    to: /^table$/,
    within: 'other',
    mayImportType: true,
    why: 'another noun is reached through its service, its reads and its events',
  },
  {
    from: /^(controller|internal-controller|consumer)$/,
    to: /^table$/,
    why: 'an entrance calls services and reads',
  },
  {
    from: /^(?!module$)/,
    to: /^(controller|internal-controller|consumer|job)$/,
    why: 'only a module imports a controller, a consumer or a job',
  },
];

/** What breaks the rules of nouns. */
export function breachesOfNouns(files: readonly RepositoryFile[]): string[] {
  const code = files.filter(isServiceCode);
  const paths = new Set(code.map(({ path }) => path));
  const nouns = code.filter(({ path }) => sliceOf(path) !== null);
  const imported = nouns.flatMap((file) =>
    localImports(file)
      .filter((to) => paths.has(to))
      .map((to) => ({ from: file.path, to, isType: isTypeImport(file, to) })),
  );
  return [
    ...nouns.filter(({ path }) => isNested(path)).map(({ path }) => `${path}: a noun is flat`),
    ...nouns.flatMap((file) => misnamed(file, paths)),
    ...imported.flatMap((each) => banned({ ...each, paths })),
    ...impureRules(nouns, paths),
    ...openModules(code),
  ].toSorted();
}

/** A folder in a noun, or a module in a folder of an area. */
function isNested(path: string): boolean {
  const slice = sliceOf(path) ?? '';
  const isModuleOfSlice = areaOf(slice) !== null && path.endsWith('.module.ts');
  return /\/(domain|persistence)\//.test(path) || isModuleOfSlice;
}

/** `service` of `bills.service.ts`; `aggregate` of `bill.ts` beside its table or transitions. */
function roleOf(path: string, paths: ReadonlySet<string>): string {
  const [stem = '', ...ends] = basename(path, '.ts').split('.');
  if (ends.length > 0) return ends.at(-1) ?? '';
  const hasRows = ['table', 'transitions'].some((role) =>
    paths.has(join(dirname(path), `${stem}.${role}.ts`)),
  );
  return hasRows ? 'aggregate' : '';
}

function misnamed({ path, read }: RepositoryFile, paths: ReadonlySet<string>): string[] {
  const role = roleOf(path, paths);
  const declares = DECLARES[role];
  if (!declares) return OTHER_ROLES.test(role) ? [] : [`${path}: no file has the role ${role}`];
  const [stem = ''] = basename(path).split('.');
  const x = stem.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
  const expected = typeof declares === 'function' ? declares(x) : declares;
  return expected.test(read()) ? [] : [`${path} does not contain ${expected.source}`];
}

function banned(each: {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  readonly paths: ReadonlySet<string>;
}): string[] {
  const { from, to, isType, paths } = each;
  const within = sliceOf(from) === sliceOf(to) ? 'own' : 'other';
  return BANS.filter(
    (ban) =>
      ban.from.test(roleOf(from, paths)) &&
      ban.to.test(roleOf(to, paths)) &&
      (!ban.within || ban.within === within) &&
      !(ban.mayImportType && isType),
  ).map(({ why }) => `${from} imports ${to}: ${why}`);
}

function isTypeImport({ path, read }: RepositoryFile, to: string): boolean {
  return [...read().matchAll(IMPORT)].some(
    ({ groups: { names = '', source = '' } = {} }) =>
      join(dirname(path), source).replace(/\.js$/, '.ts') === to && /^\s*type\b/.test(names),
  );
}

const IMPORT = /^(?:import|export)\b(?<names>[^'";]*?)\bfrom '(?<source>[^']+)'/gm;
const PURE_PACKAGES = /^@towpath\/(kernel|reconciliation\/books)$/;
const IMPURE_WORDS = /\bnew Date\b|\bDate\.|\bprocess\.|\bfetch\(/;

/**
 * Aggregates and transitions, and the rules that they import, use the kernel, each other and the
 * type of a table.
 */
function impureRules(nouns: readonly RepositoryFile[], paths: ReadonlySet<string>): string[] {
  const byPath = new Map(nouns.map((file) => [file.path, file]));
  const open = nouns.filter(({ path }) => /^(aggregate|transitions)$/.test(roleOf(path, paths)));
  const seen = new Set<string>();
  const found: string[] = [];
  for (let file = open.pop(); file; file = open.pop()) {
    const { path } = file;
    if (seen.has(path)) continue;
    seen.add(path);
    const text = file.read();
    if (IMPURE_WORDS.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))) {
      found.push(`${path}: rules use no Date, process or fetch`);
    }
    for (const { groups: { names = '', source = '' } = {} } of text.matchAll(IMPORT)) {
      if (PURE_PACKAGES.test(source)) continue;
      const to = join(dirname(path), source).replace(/\.js$/, '.ts');
      const role = source.startsWith('.') ? roleOf(to, paths) : 'package';
      const isTypeOfTable = role === 'table' && /^\s*type\b/.test(names);
      if (isTypeOfTable) continue;
      if (/^(aggregate|transitions|)$/.test(role))
        open.push(...[byPath.get(to)].filter((next) => next !== undefined));
      else found.push(`${path} imports ${source}: rules import the kernel and each other`);
    }
  }
  return found;
}

/** The module of an area exports services, reads, conversations and registries of connectors only. */
function openModules(code: readonly RepositoryFile[]): string[] {
  return code
    .filter(({ path }) => /^apps\/[^/]+\/src\/[^/]+\/[^/]+\.module\.ts$/.test(path))
    .filter(({ path }) => areaOf(path.replace(/^apps\/([^/]+)\/src\//, '$1/')) !== null)
    .flatMap(({ path, read }) => {
      const exported = /\bexports: \[(?<names>[^\]]*)\]/.exec(read())?.groups?.names ?? '';
      return (exported.match(/\w+/g) ?? [])
        .filter((name) => !/(Service|Reads|Conversation|Registry)$/.test(name))
        .map((name) => `${path} exports ${name}: a module exports what commands, reads or asks`);
    });
}
