import { globSync, readFileSync } from 'node:fs';
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

/** What no test runs, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'docs/sdk.md sh': 'other-languages.fixture runs them, section by section',
  'docs/sdk.md yaml': 'other-languages.fixture writes this file',
  'docs/cli.md sh': 'the specs of the command line type these commands with names of their own',
  'docs/cli.md text': 'what commands print',
  'docs/cli.md json': 'what commands print',
  'docs/disputes.md mermaid': 'a drawing',
  'docs/payouts.md mermaid': 'a drawing',
  'docs/containers.md sh': 'needs Docker; containers.full-spec starts the same profiles',
  'docs/operations/images.md sh': 'needs Docker; image.full-spec builds the image',
  'docs/operations/kubernetes.md sh': 'needs a cluster; rolling-restart and release specs have one',
  'docs/operations/backup-and-restore.md ini': 'settings of a server; restore-drill makes its own',
  'docs/connectors/stripe.md sh': 'needs an account at the processor',
};

const READERS = ['integrators', 'operators'];
const CODE = '{apps,libs,tools,e2e}/**/*.ts';
const EXCEPT = ['**/node_modules', '**/dist', 'apps/guides/**'];

const pages = readOutline(process.cwd())
  .filter(({ slug }) => READERS.includes(slug))
  .flatMap(({ sections }) => sections.flatMap((section) => section.pages));
const found: Found[] = pages.flatMap(({ file }) =>
  readSnippets(file).map((snippet) => ({ page: file, ...snippet })),
);
const nameOf = ({ page, language }: Found) => `${page} ${language}`;

/** Each document and language whose blocks a test takes, by the text of the call. */
function takenByTests(): ReadonlySet<string> {
  const calls = globSync(CODE, { exclude: EXCEPT }).flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /snippetsOf\(\s*'([^']+)',\s*\{\s*language: '(\w+)',?\s*\},?\s*\)/g,
    ),
  ]);
  return new Set(calls.map(([, page, language]) => `${page} ${language}`));
}

describe('the fenced blocks for integrators and operators', () => {
  it('are run by a test, or have a reason not to be', () => {
    const taken = takenByTests();
    const isChecked = (each: Found) =>
      each.language === 'http' || taken.has(nameOf(each)) || nameOf(each) in NOT_RUN;
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter((each) => !isChecked(each)).map(nameOf)).toEqual([]);
    const names = new Set(found.map(nameOf));
    const idle = Object.keys(NOT_RUN).filter((name) => !names.has(name) || taken.has(name));
    expect(idle).toEqual([]);
  });
});

describe('a request in the documents', () => {
  const ID = 'https://towpath.invalid/openapi.json';
  const document = JSON.parse(
    readFileSync('docs/generated/openapi/openapi.json', 'utf8'),
  ) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // A member that the operation does not know is a mistake of the document.
  ajv.addSchema({ $id: ID, ...closed(document) });

  it.each(found.filter(({ language }) => language === 'http'))('of $page is valid', ({ text }) => {
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
