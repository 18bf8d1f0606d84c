import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@towpath/contracts';
import { SYSTEM_SERVICES } from '@towpath/local-system';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { DRAIN_S } from './kubernetes/pod-rules.fixture.js';
import { environmentName, readManifests } from './service-manifests.fixture.js';
import { ownServices, readCompose, secretsMountOf, startWaves } from './compose.fixture.js';

const compose = readCompose();
const services = Object.entries(compose.services);
const own = ownServices(compose);
const apps = own.filter(([name]) => name !== 'migrate');

function schemaFaults(file: object): readonly string[] {
  const schema = JSON.parse(
    readFileSync('tools/deploy/schemas/compose-spec.json', 'utf8'),
  ) as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv, ['duration']);
  const validate = ajv.compile(schema);
  if (validate(file)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Its variables, as its manifest lists them. */
function variablesOf(service: string) {
  return readManifests().find((manifest) => manifest.service === service)?.variables ?? [];
}

describe('the compose file', () => {
  it('is valid by the schema of the Compose Specification', () => {
    expect(schemaFaults(compose)).toEqual([]);
  });

  it.each<[string, object]>([
    ['an unknown key', { services: { a: { image: 'a', depends: [] } } }],
    ['a wrong condition', { services: { a: { depends_on: { b: { condition: 'up' } } } } }],
    ['a wrong type', { services: { a: { cap_drop: 'ALL' } } }],
  ])('is refused by the schema with %s', (_fault, file) => {
    expect(schemaFaults(file)).not.toEqual([]);
  });

  it('runs the whole system, each part as its own program', () => {
    const programs = SYSTEM_SERVICES.map(({ name, folder }) => [name, `${folder}/dist/main.js`]);
    const commands = apps.map(([name, { command = [] }]) => [name, command.join(' ')]);
    expect(Object.fromEntries(commands)).toEqual(Object.fromEntries(programs));
  });

  it('starts the simulated banks and the monitoring only on request', () => {
    const asked = services.flatMap(([name, { profiles = [] }]) =>
      profiles.map((profile) => `${profile}: ${name}`),
    );
    expect(asked.sort()).toEqual([
      'observability: grafana',
      'observability: prometheus',
      'observability: traces',
      'sandbox: sandbox',
    ]);
  });

  it('lets Prometheus read every service', () => {
    const text = readFileSync('docker/observability/prometheus.yaml', 'utf8');
    const targets = [...text.matchAll(/- ([\w-]+):9080$/gm)].map(([, name]) => name);
    expect(targets.sort()).toEqual([...SERVICE_NAMES].sort());
  });

  it('mounts only files that exist in the repository', () => {
    const bound = services.flatMap(([, { volumes = [] }]) =>
      volumes.flatMap((volume) => (typeof volume === 'object' ? [volume.source] : [])),
    );
    const ours = bound.filter((source) => !source.startsWith('./secrets/'));
    expect(ours.length).toBeGreaterThan(2);
    expect(ours.filter((source) => !existsSync(join('docker', source)))).toEqual([]);
  });

  it('starts in the order of health: servers, migration, services, gateway', () => {
    const waves = startWaves(compose);
    const wave = (name: string) => waves.findIndex((names) => names.includes(name));
    const behind = apps.map(([name]) => name).filter((name) => !/gateway|sandbox/.test(name));
    expect(wave('migrate')).toBeGreaterThan(wave('postgres'));
    for (const name of behind) {
      expect(compose.services[name]?.depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        kafka: { condition: 'service_healthy' },
      });
    }
    const awaited = compose.services['gateway']?.depends_on ?? {};
    expect(Object.keys(awaited)).toEqual(expect.arrayContaining(behind));
    expect(behind.map((name) => awaited[name]?.condition)).toEqual(
      behind.map(() => 'service_healthy'),
    );
  });
});

describe('a container of the compose file', () => {
  it.each(services)('%s has no capability and can gain none', (_name, service) => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      init: true,
    });
    expect(service.privileged).toBeUndefined();
  });

  it.each(own)('%s runs as an ordinary user on a read-only root', (_name, service) => {
    expect(service).toMatchObject({ user: '1000:1000', read_only: true });
  });

  it.each(own)('%s has time to finish its requests before it is stopped', (_name, service) => {
    const [, seconds] = /^(\d+)s$/.exec(service.stop_grace_period ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(DRAIN_S);
  });

  it.each(services)('%s has a limit of memory and of processors', (_name, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.cpus).toBeGreaterThan(0);
  });

  it.each(services.filter(([, { healthcheck }]) => healthcheck && !healthcheck.disable))(
    '%s gets frequent health checks while it starts',
    (_name, service) => {
      expect(service.healthcheck?.start_interval).toMatch(/^[12]s$/);
    },
  );

  it('is checked within half a minute of its start if it is a service of ours', () => {
    const asked = apps.filter(([, { healthcheck }]) => healthcheck?.start_interval);
    expect(asked).toEqual(apps);
  });

  it('of each service runs the same image, which one service builds', () => {
    expect(own.flatMap(([name, { build }]) => (build ? [name] : []))).toEqual(['migrate']);
    const waiting = apps.filter(([, { depends_on = {} }]) => depends_on['migrate']);
    expect(waiting).toEqual(apps);
  });

  it('has a pinned version of its image', () => {
    const images = services.map(([, { image }]) => image);
    expect(images.filter((image) => !/:(local|v?\d+\.\d+(\.\d+)?)$/.test(image))).toEqual([]);
  });

  it('opens the ports for people to this machine only', () => {
    const ports = services.flatMap(([name, { ports: list = [] }]) =>
      list.map((port) => [name, port]),
    );
    expect(ports).toEqual([
      ['gateway', '127.0.0.1:8080:8080'],
      ['sandbox', '127.0.0.1:8087:8087'],
      ['prometheus', '127.0.0.1:9090:9090'],
      ['grafana', '127.0.0.1:3000:3000'],
      ['traces', '127.0.0.1:16686:16686'],
    ]);
  });

  it('of a database or broker is on a network without a way out', () => {
    expect(compose.networks['data']).toEqual({ internal: true });
    for (const name of ['postgres', 'kafka', 'migrate']) {
      expect(compose.services[name]?.networks).toEqual(['data']);
    }
  });
});

describe('the environment of a container', () => {
  const configured = apps.filter(([name]) => name !== 'sandbox');

  it.each(configured)('%s gets every required variable, and no unknown one', (name, service) => {
    const variables = variablesOf(name);
    const given = Object.keys(service.environment ?? {});
    const known = variables.map(environmentName);
    const required = variables.filter((each) => each.required).map(environmentName);
    expect(required.length).toBeGreaterThan(5);
    expect(required.filter((variable) => !given.includes(variable))).toEqual([]);
    // Which addresses it gets is the next test's matter: an edge may exist before it is used.
    const settings = given.filter((variable) => !variable.endsWith('_INTERNAL_URL'));
    expect(settings.filter((variable) => !known.includes(variable))).toEqual([]);
  });

  it.each(apps)('%s gets the addresses of the peers that it may call', (name, service) => {
    const definition = SYSTEM_SERVICES.find((each) => each.name === name);
    const hosts = Object.values(service.environment ?? {}).flatMap((value) =>
      [...value.matchAll(/http:\/\/([a-z-]+):9080/g)].map(([, host]) => host),
    );
    const called = new Set(['gateway', ...(definition?.calls ?? [])]);
    expect(new Set([...hosts, 'gateway'])).toEqual(called);
  });

  it.each(apps)('%s gets its secrets as files of its own folder', (name, service) => {
    expect(secretsMountOf(service)).toMatchObject({
      source: `./secrets/${name}`,
      read_only: true,
      bind: { create_host_path: false },
    });
    const text = JSON.stringify(service.environment);
    expect(text).not.toMatch(/postgres:\/\/|"[A-Z_]*(PASSWORD|SECRET)":/);
  });
});
