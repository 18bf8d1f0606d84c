import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readSnippets, type Snippet } from '@towpath/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readOutline } from './outline.js';

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly required: boolean }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>> | undefined>>;
}
interface Found extends Snippet {
  readonly page: string;
}

/** What no test runs, by page and language or by language alone, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  mermaid: 'a drawing',
  'ARCHITECTURE.md text': 'a drawing',
  'docs/benchmark.md text': 'a plan, as PostgreSQL printed it',
  'docs/sdk.md sh': 'other-languages.fixture runs them, section by section',
  'docs/sdk.md yaml': 'other-languages.fixture writes this file',
  'docs/containers.md sh': 'needs Docker; containers.full-spec starts the same profiles',
  'docs/operations/images.md sh': 'needs Docker; image.full-spec builds the image',
  'docs/operations/kubernetes.md sh': 'needs a cluster; rolling-restart and release specs have one',
  'docs/operations/backup-and-restore.md ini': 'settings of a server; restore-drill makes its own',
  'docs/connectors/stripe.md sh': 'needs an account at the processor',
};

const pages = readOutline(process.cwd()).flatMap(({ sections }) =>
  sections.flatMap((section) => section.pages),
);
const found: Found[] = pages.flatMap(({ file }) =>
  readSnippets(file).map((snippet) => ({ page: file, ...snippet })),
);
const nameOf = ({ page, language }: Found) => `${page} ${language}`;

const sources = globSync('{apps,libs,tools,e2e}/**/*.ts', {
  exclude: ['**/node_modules', '**/dist', 'apps/guides/**'],
}).map((file) => readFileSync(file, 'utf8'));
/** Each document and language whose blocks a test takes, by the text of the call. */
const taken: ReadonlySet<string> = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/snippetsOf\(\s*'([^']+)',\s*\{\s*language: '(\w+)',?\s*\},?\s*\)/g)].map(
      ([, page, language]) => `${page} ${language}`,
    ),
  ),
);

const left = found.filter(
  (each) => !taken.has(nameOf(each)) && !(nameOf(each) in NOT_RUN) && !(each.language in NOT_RUN),
);
const requests = found.filter(({ language }) => language === 'http');
const excerpts = left.filter(({ language }) => language === 'ts');
const commands = left
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, text }) =>
    text.split('\n').map((line) => ({ page, command: line.replace(/ +#.*$/, '') })),
  );

describe('the fenced blocks of the pages', () => {
  it('are found, all of them', () => {
    const fences = pages.map(({ file }) => readFileSync(file, 'utf8').match(/^ *(```|~~~)/gm));
    expect(found.length).toBeGreaterThan(80);
    expect(fences.reduce((sum, each) => sum + (each?.length ?? 0), 0)).toBe(2 * found.length);
  });

  it('are run by a test or checked here, or have a reason not to be', () => {
    const checked = ['http', 'ts', 'sh'];
    expect(left.filter(({ language }) => !checked.includes(language)).map(nameOf)).toEqual([]);
    const names = new Set(found.flatMap((each) => [nameOf(each), each.language]));
    const idle = Object.keys(NOT_RUN).filter((name) => !names.has(name) || taken.has(name));
    expect(idle).toEqual([]);
  });
});

describe('code of the product in the documents', () => {
  const squeezed = (text: string) => text.replaceAll(/^ +/gm, '');
  const all = sources.map(squeezed);

  // A comment `…` stands for what is left out.
  it.each(excerpts)('of $page stands in one of the sources, word by word', ({ text }) => {
    const parts = squeezed(text).split(/^\/\/ …$/m);
    const isSource = (source: string) => {
      let at = 0;
      return parts.every((part) => {
        const start = source.indexOf(part, at);
        at = start + part.length;
        return start >= 0;
      });
    };
    expect(all.some(isSource)).toBe(true);
  });
});

describe('a command for contributors', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

  // What builds, tests and draws takes minutes, and each run of the tests does the most of it.
  it.each(commands)('of $page names what exists: $command', async ({ command }) => {
    const [, script, files = '', project = 'unit'] =
      /^npm run (build|generate|screenshots|jest)(?: -- (\S+))?(?: --selectProjects (\S+))?$/.exec(
        command,
      ) ?? [];
    const [, target, app] = /^npx nx (\w+) (\S+)$/.exec(command) ?? [];
    expect([script, target]).not.toEqual([undefined, undefined]);
    if (script) expect(scripts).toHaveProperty(script);
    if (script === 'jest') expect(await specsOf({ files, project })).not.toEqual([]);
    if (target) {
      const { targets } = JSON.parse(readFileSync(`apps/${app}/project.json`, 'utf8')) as {
        targets: object;
      };
      expect(targets).toHaveProperty(target);
    }
  });
});

/** What Jest would run. */
async function specsOf(asked: { readonly files: string; readonly project: string }) {
  const config = (await import(pathToFileURL('jest.config.mjs').href)) as {
    readonly default: {
      readonly projects: readonly { readonly displayName: string; readonly testMatch: string[] }[];
    };
  };
  const { testMatch = [] } =
    config.default.projects.find(({ displayName }) => displayName === asked.project) ?? {};
  const patterns = testMatch.map((pattern) => pattern.replace('<rootDir>/', ''));
  return globSync(patterns, { exclude: ['**/node_modules', '**/dist'] }).filter((file) =>
    new RegExp(asked.files).test(file),
  );
}

describe('a request in the documents', () => {
  const ID = 'https://towpath.invalid/openapi.json';
  const document = JSON.parse(
    readFileSync('docs/generated/openapi/openapi.json', 'utf8'),
  ) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // A member that the operation does not know is a mistake of the document.
  ajv.addSchema({ $id: ID, ...closed(document) });

  it.each(requests)('of $page is valid', ({ text }) => {
    const [, method = '', path = '', headers = '', body = ''] =
      /^([A-Z]+) (\S+)\n((?:[\w-]+: .+\n)*)([^]*)$/.exec(text) ?? [];
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect([method, path, operation !== undefined]).toEqual([method, path, true]);
    const { parameters = [], requestBody } = operation ?? {};
    const given = [...headers.matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const required = parameters.filter((each) => each.required).map(({ name }) => name);
    expect([...given, ...inPath]).toEqual(expect.arrayContaining(required));
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(given));
    const validate = ajv.compile({
      $ref: `${ID}#/paths/${path.replaceAll('/', '~1').replaceAll(/[{}]/g, encodeURIComponent)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`,
    });
    expect(requestBody?.content['application/json']).toBeDefined();
    expect(validate(JSON.parse(body)) || validate.errors).toBe(true);
  });
});

/** The same schemas, of which none takes an unknown member. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map((each: unknown) => closed(each)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, closed(value as unknown)]);
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return {
    ...Object.fromEntries(members),
    ...(isOpen ? { additionalProperties: false } : {}),
  } as T;
}
