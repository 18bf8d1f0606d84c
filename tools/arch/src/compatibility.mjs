// Compares interface and events with those of the last version tag, by oasdiff. First it proves that
// oasdiff reports planted changes of our document.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const API = 'docs/generated/openapi/openapi.json';
const EVENTS = 'docs/generated/events';
const LEVELS = join(import.meta.dirname, 'compatibility-levels.txt');

const schemaOf = (document, name) => document.components.schemas[name];
/** A planted change by the check of oasdiff that reports it. */
const PLANTED = {
  'api-removed-without-deprecation': (to) => delete to.paths['/bills'].get,
  'request-property-became-required': (to) =>
    schemaOf(to, 'CreatePaymentLinkRequest').required.push('payment_metadata'),
  'request-property-enum-value-removed': (to) =>
    schemaOf(to, 'CreatePaymentLinkRequest').properties.mode.enum.pop(),
  'response-required-property-removed': (to) =>
    delete schemaOf(to, 'BillResponse').properties.bill_id,
  'response-optional-property-removed': (to) =>
    delete schemaOf(to, 'BillResponse').properties.metadata,
  'response-property-became-optional': (to) => schemaOf(to, 'BillResponse').required.splice(0, 1),
  'api-path-removed-without-deprecation': (to) => delete to.paths['/events/bill.paid.v1'],
};
/** Callers must expect these. */
const ADDITIVE = (to) => {
  to.paths['/new'] = to.paths['/bills'];
  schemaOf(to, 'BillResponse').properties.new_member = { type: 'string' };
  schemaOf(to, 'BillResponse').properties.status.enum.push('NEW');
};

const git = (...args) => spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 });

/** The interface, and each event as an answer, in one document. */
function documentOf({ api, events }) {
  const paths = Object.entries(events).map(([name, schema]) => {
    const content = { 'application/json': { schema } };
    return [`/events/${name}`, { get: { responses: { 200: { description: name, content } } } }];
  });
  return { ...api, paths: { ...api.paths, ...Object.fromEntries(paths) } };
}

function read(files, textOf) {
  const events = files
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => [file.replace('.schema.json', ''), JSON.parse(textOf(`${EVENTS}/${file}`))]);
  return documentOf({ api: JSON.parse(textOf(API)), events: Object.fromEntries(events) });
}

const folder = mkdtempSync(join(tmpdir(), 'compatibility-'));
function breaks(from, to) {
  const paths = [from, to].map((document, index) => {
    const path = join(folder, `${index}.json`);
    writeFileSync(path, JSON.stringify(document));
    return path;
  });
  const options = ['--fail-on', 'ERR', '--severity-levels', LEVELS];
  const { status, stdout, stderr } = spawnSync('oasdiff', ['breaking', ...paths, ...options], {
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 1) throw new Error(`oasdiff: ${stderr}`);
  return status === 1 ? stdout : '';
}

try {
  const current = read(readdirSync(EVENTS), (file) => readFileSync(file, 'utf8'));
  const changed = (change) => {
    const document = JSON.parse(JSON.stringify(current));
    change(document);
    return breaks(current, document);
  };
  for (const [check, change] of Object.entries(PLANTED)) {
    if (!changed(change).includes(`[${check}]`)) throw new Error(`oasdiff missed a ${check}`);
  }
  if (changed(ADDITIVE)) throw new Error(`oasdiff refuses additions: ${changed(ADDITIVE)}`);

  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*').stdout.trim();
  if (!tag) process.stdout.write('No version is tagged yet: the interface may still change.\n');
  else {
    const files = git('ls-tree', '--name-only', `${tag}:${EVENTS}`).stdout.split('\n');
    const found = breaks(
      read(files, (file) => git('show', `${tag}:${file}`).stdout),
      current,
    );
    process.stdout.write(found || `Who uses the interface of ${tag} can use this one.\n`);
    if (found) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
