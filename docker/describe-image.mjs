// Writes what an image says of itself: package.json without scripts, and the packages that it holds
// as CycloneDX (sbom.cdx.json). The same lock file always gives the same bytes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [image] = process.argv.slice(2);
const { name, version, license, type, description } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const write = (file, content) =>
  writeFileSync(join(image, file), `${JSON.stringify(content, null, 2)}\n`);
write('package.json', { name, version, private: true, license, type });

const purlOf = (of) => `pkg:npm/${of.name.replace('@', '%40')}@${of.version}`;
const licenceOf = (text) => (/[ ()]/.test(text) ? { expression: text } : { license: { id: text } });

/** Packages that `npm ci --omit=dev --omit=optional` installs, and workspaces in the image. */
const held = Object.entries(packages)
  .filter(([path, { dev, optional, devOptional, link }]) => {
    if (path === '' || link) return false;
    if (path.includes('node_modules/')) return !dev && !optional && !devOptional;
    return existsSync(join(image, path));
  })
  .map(([path, entry]) => ({
    ...entry,
    name: entry.name ?? path.replace(/^.*node_modules\//, ''),
  }));

const components = held.map((of) => ({
  type: 'library',
  'bom-ref': purlOf(of),
  name: of.name,
  version: of.version,
  purl: purlOf(of),
  ...(of.license ? { licenses: [licenceOf(of.license)] } : {}),
  ...(of.integrity?.startsWith('sha512-')
    ? {
        hashes: [
          { alg: 'SHA-512', content: Buffer.from(of.integrity.slice(7), 'base64').toString('hex') },
        ],
      }
    : {}),
}));
const once = new Map(components.map((component) => [component['bom-ref'], component]));
write('sbom.cdx.json', {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': purlOf({ name, version }),
      name,
      version,
      description,
      licenses: [licenceOf(license)],
    },
  },
  components: [...once.keys()].sort().map((ref) => once.get(ref)),
});
