import { DockerfileParser, type ModifiableInstruction } from 'dockerfile-ast';

export interface Instruction {
  readonly name: string;
  /** Such as `--from=build`. */
  readonly flags: readonly string[];
  readonly text: string;
}

/** The instructions of a Dockerfile in order, continued lines joined, comments left out. */
export function instructionsOf(dockerfile: string): Instruction[] {
  const instructions = DockerfileParser.parse(dockerfile).getInstructions();
  return instructions.map((each) => ({
    name: each.getKeyword(),
    flags: 'getFlags' in each ? (each as ModifiableInstruction).getFlags().map(String) : [],
    text: each
      .getArguments()
      .map((argument) => argument.getValue())
      .join(' '),
  }));
}

/** Paths that are copied from the context, not from another stage. */
export function copiedPaths(instructions: readonly Instruction[]): string[] {
  return instructions
    .filter(({ name, flags }) => name === 'COPY' && !flags.join().includes('--from='))
    .flatMap(({ text }) => text.split(' ').slice(0, -1));
}

type Rule = (instructions: readonly Instruction[], text: string) => boolean;

const EXEC_FORM = /\[("[^"]+"(, )?)+\]$/;

function last(instructions: readonly Instruction[], name: string): string {
  return instructions.findLast((each) => each.name === name)?.text ?? '';
}

function finalStage(instructions: readonly Instruction[]): readonly Instruction[] {
  return instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
}

function baseIsPinned(instructions: readonly Instruction[]): boolean {
  const argument = instructions.find(({ text }) => text.startsWith('NODE_IMAGE='));
  const [, image = ''] = argument?.text.split('=') ?? [];
  return /:\d+\.\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image);
}

/** What is said of the image in docs/containers.md, as rules; hadolint says the rest. */
const RULES: Readonly<Record<string, Rule>> = {
  'needs no parser from the network': (_, text) => !/^#\s*syntax\s*=/m.test(text),
  'has several stages': (all) => all.filter(({ name }) => name === 'FROM').length > 1,
  'pins its base to a whole version': baseIsPinned,
  'adds nothing from addresses': (all) => !all.some(({ name }) => name === 'ADD'),
  'runs as a user with a number that is not root': (all) =>
    /^[1-9]\d*(:[1-9]\d*)?$/.test(last(finalStage(all), 'USER')),
  'starts its program without a shell': (all) =>
    ['ENTRYPOINT', 'CMD'].every((name) => EXEC_FORM.test(last(finalStage(all), name))),
  'checks its health without a shell': (all) => {
    const check = last(finalStage(all), 'HEALTHCHECK');
    return /^CMD \[/.test(check) && EXEC_FORM.test(check);
  },
  'installs from the lock file': (all) => !all.some(({ text }) => /npm (install|i)\b/.test(text)),
  'says what it is': (all) =>
    /org\.opencontainers\.image\.version=.*org\.opencontainers\.image\.revision=/.test(
      last(finalStage(all), 'LABEL'),
    ),
  'keeps no package manager': (all) =>
    /^scratch\b/.test(last(all, 'FROM')) &&
    finalStage(all).some(({ flags, text }) => flags.join() === '--from=lean' && text === '/ /') &&
    all.some(({ name, text }) => name === 'RUN' && text.startsWith('sh /tmp/trim-base.sh / ')),
  'is built by the podman and buildah of Debian 12': (_, text) =>
    !/--start-interval=|<<-?['"]?EOF|^(COPY|ADD) .*--(link|parents|exclude|checksum)/m.test(text),
  'holds no secret': (all) =>
    !all.some(
      ({ name, text }) => /ENV|ARG/.test(name) && /PASSWORD|SECRET|TOKEN|DATABASE_/.test(text),
    ),
};

export const RULE_NAMES = Object.keys(RULES);

/** Names of the rules that a Dockerfile breaks. */
export function brokenRules(dockerfile: string): string[] {
  const instructions = instructionsOf(dockerfile);
  return RULE_NAMES.filter((name) => !RULES[name]?.(instructions, dockerfile));
}
