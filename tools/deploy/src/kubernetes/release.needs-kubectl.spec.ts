import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { snippetsOf } from '@towpath/testing';
import { stringify } from 'yaml';
import { render } from './kustomize.fixture.js';
import { workloads, type Resource } from './resources.fixture.js';
import { selectorFaults } from './selectors.fixture.js';

const STAND_IN = resolve('tools/deploy/src/kubernetes/kubectl.fixture.ts');
const OLD = `sha256:${'0'.repeat(64)}`;
const NEW = `sha256:${'1'.repeat(64)}`;
const KINDS = ['job', 'deployment', 'ingress'];
const production = render('k8s/overlays/production');

/** What the stand-in is about; the rest would only take time. */
const applied = production
  .filter(({ kind }) => /^(Namespace|Job|CronJob|Deployment|Ingress|ScaledObject)$/.test(kind))
  .map((each) => stringify(each))
  .join('---\n');

interface Cluster {
  readonly kinds: readonly string[];
  readonly objects: Readonly<Record<string, Resource>>;
  readonly events: readonly string[];
}

/** A cluster of its own, without a server: scripts reach it through a stand-in for kubectl. */
class StandIn {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  readonly #file = join(this.#folder, 'cluster.json');

  constructor(kinds: readonly string[] = KINDS) {
    mkdirSync(join(this.#folder, 'bin'));
    const program = `#!/bin/sh\nexec "${process.execPath}" --no-warnings ${STAND_IN} "$@"\n`;
    writeFileSync(join(this.#folder, 'bin/kubectl'), program, { mode: 0o755 });
    writeFileSync(this.#file, JSON.stringify({ kinds, objects: {}, events: [] }));
  }

  get cluster(): Cluster {
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Cluster;
  }

  /** The overlay is production with this image. */
  run(script: string, image = OLD) {
    const rendered = join(this.#folder, 'rendered.yaml');
    writeFileSync(rendered, applied.replaceAll(OLD, image));
    const env = {
      ...process.env,
      // Each command is a process, which compiles nothing that is compiled already.
      NODE_COMPILE_CACHE: resolve('.cache/node'),
      PATH: `${join(this.#folder, 'bin')}:${process.env['PATH']}`,
      CLUSTER: this.#file,
      RENDERED: rendered,
    };
    return spawnSync('sh', ['-e', '-c', script], { env, encoding: 'utf8' });
  }

  imagesOf(kind: string): string[] {
    const found = Object.values(this.cluster.objects).filter((each) => each.kind === kind);
    return workloads(found).flatMap(({ pod }) => pod.containers.map(({ image }) => image));
  }

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

describe('a release on Kubernetes', () => {
  let standIn: StandIn;
  beforeEach(() => (standIn = new StandIn()));
  afterEach(() => standIn.end());
  const RELEASE = 'sh k8s/release.sh OVERLAY';

  it('is needed to change a migration job: a plain apply of another digest fails', () => {
    expect(standIn.run('kubectl apply -k OVERLAY').status).toBe(0);
    const { status, stderr } = standIn.run('kubectl apply -k OVERLAY', NEW);
    expect([status, stderr]).toEqual([1, expect.stringContaining('field is immutable')]);
  });

  it('is one command that can be repeated, and that can return to the previous digest', () => {
    for (const image of [OLD, NEW, OLD]) {
      const { status, stderr } = standIn.run(RELEASE, image);
      expect([status, stderr]).toEqual([0, '']);
      for (const kind of ['Job', 'Deployment']) {
        const images = standIn.imagesOf(kind);
        expect([images.length, images.every((each) => each.endsWith(image))]).toEqual([6, true]);
      }
    }
  });

  it('changes the services only after every migration has completed', () => {
    standIn.run(RELEASE);
    const { events } = standIn.cluster;
    const first = (pattern: RegExp) => events.findIndex((each) => pattern.test(each));
    const last = (pattern: RegExp) => events.findLastIndex((each) => pattern.test(each));
    expect(first(/^apply deployment/)).toBeGreaterThan(last(/^wait job/));
    expect(first(/^wait job/)).toBeGreaterThan(first(/^apply job/));
  });

  it('runs only the migrations when a restore needs them', () => {
    expect(standIn.run(`${RELEASE} --migrations`).status).toBe(0);
    expect(standIn.imagesOf('Job')).toHaveLength(6);
    expect(standIn.imagesOf('Deployment')).toEqual([]);
  });

  it('prints only its usage with --help, and refuses unknown options', () => {
    const help = standIn.run(`${RELEASE} --help`);
    expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('usage: ')]);
    expect(standIn.run(`${RELEASE} --all`).status).toBe(1);
    expect(standIn.run('sh k8s/release.sh').status).toBe(1);
    expect(standIn.cluster.events).toEqual([]);
  });
});

describe('the guide to a restore', () => {
  const blocks = snippetsOf('docs/operations/backup-and-restore.md', { language: 'sh' });
  const script = blocks.join('\n');
  const made = ({ objects }: Cluster) =>
    Object.values(objects).filter(
      ({ kind, metadata }) => kind === 'Job' && metadata.name.endsWith('-restored'),
    );

  it.each([
    ['twice with KEDA', [...KINDS, 'scaledobject'], 2],
    ['without KEDA', KINDS, 1],
  ])('works %s, and deletes what it made', (_, kinds, times) => {
    const standIn = new StandIn(kinds);
    try {
      standIn.run('sh k8s/release.sh OVERLAY');
      const runs = Array.from({ length: times }, () => standIn.run(script));
      for (const { status, stderr } of runs) {
        expect([status, stderr]).toEqual([0, '']);
      }
      expect(made(standIn.cluster)).toEqual([]);
      const { events, objects } = standIn.cluster;
      expect(events.filter((each) => /^apply job\/.*-restored/.test(each))).toHaveLength(6 * times);
      expect(objects['deployment/mandate']).toHaveProperty('spec.replicas', 2);
      const paused = events.filter((each) => each.startsWith('annotate scaledobject/mandate'));
      expect(paused).toHaveLength(kinds.includes('scaledobject') ? 2 * times : 0);
    } finally {
      standIn.end();
    }
  });

  it('makes jobs with the given instant, whose pods no service, budget or deployment counts', () => {
    const standIn = new StandIn();
    try {
      standIn.run('sh k8s/release.sh OVERLAY');
      standIn.run(
        blocks
          .find((each) => each.includes('create job'))
          ?.replace(/kubectl .*delete job.*\n?/g, '') ?? '',
      );
      const jobs = made(standIn.cluster);
      const args = workloads(jobs).flatMap(({ pod }) => pod.containers.map((each) => each.args));
      const instant = /^ *T=(.*)$/m.exec(script)?.[1];
      expect(args).toEqual(Array(6).fill(['tools/deploy/dist/restored.js', '--to', instant]));
      expect(selectorFaults([...production, ...jobs])).toEqual([]);
    } finally {
      standIn.end();
    }
  });

  it('needs only a POSIX shell', () => {
    expect(() => execFileSync('sh', ['-n', '-c', script])).not.toThrow();
    expect(script).not.toMatch(/jq|\{\w+,\w+/);
  });
});
