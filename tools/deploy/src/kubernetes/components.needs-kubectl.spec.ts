import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { RULES } from './check.fixture.js';
import { render } from './kustomize.fixture.js';
import { POD_RULES } from './pod-rules.fixture.js';
import { titleOf } from './resources.fixture.js';
import { schemaFaults } from './schemas.fixture.js';

const COMPONENTS = readdirSync('k8s/components');
const base = new Set(render('k8s/base').map(titleOf));

/** The base with one component and nothing else, as a reader of the table tries it. */
function renderWith(component: string) {
  const folder = mkdtempSync(join(tmpdir(), 'component-'));
  try {
    const at = (path: string) => `  - ${relative(folder, path)}\n`;
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: towpath\n' +
        `resources:\n${at('k8s/base')}components:\n${at(join('k8s/components', component))}`,
    );
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(COMPONENTS)('k8s/components/%s alone', (component) => {
  const resources = renderWith(component);

  it('renders, adds a resource and is valid by the strict schemas of its kinds', () => {
    expect(resources.filter((each) => !base.has(titleOf(each)))).not.toEqual([]);
    expect(schemaFaults(resources)).toEqual([]);
  });

  it.each(Object.entries(POD_RULES))('keeps the rule: %s', (_rule, rule) => {
    expect(rule(resources)).toEqual([]);
  });

  it('gives every service one autoscaler, or gives none', () => {
    expect(RULES.autoscaled(resources)).toEqual([]);
  });

  it('is in one namespace', () => {
    const spaces = resources.map(({ metadata }) => (metadata as { namespace?: string }).namespace);
    expect([...new Set(spaces)].filter((each) => each !== undefined)).toEqual(['towpath']);
  });
});
