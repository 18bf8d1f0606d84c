const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** What valid JSON consists of, apart from numbers and literals. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** Number of members of all objects in a valid JSON text: its colons outside of strings. */
export function membersIn(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === COLON) count += 1;
    else if (code === QUOTE) at = endOfString(json, at);
  }
  return count;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}

/** An object or array of which the end has not been read. */
interface Open {
  readonly path: string;
  /** Undefined in an array. */
  readonly names: Set<string> | undefined;
  /** The member or element that is being read. */
  at: string | number;
  /** Whether the next string is the name of a member. */
  expectsName: boolean;
}

/** The path of the first member that an object of a valid JSON text has twice. */
export function repeatedMember(json: string): string | undefined {
  const open: Open[] = [];
  for (const [token] of json.matchAll(TOKENS)) {
    const within = open.at(-1);
    if (token === '{' || token === '[') {
      const names = token === '{' ? new Set<string>() : undefined;
      open.push({ path: pathOf(within), names, at: 0, expectsName: names !== undefined });
    } else if (token === '}' || token === ']') open.pop();
    else if (within && token === ',') {
      within.expectsName = within.names !== undefined;
      if (typeof within.at === 'number') within.at += 1;
    } else if (within?.names && within.expectsName) {
      const name = JSON.parse(token) as string;
      within.at = name;
      within.expectsName = false;
      if (within.names.has(name)) return pathOf(within);
      within.names.add(name);
    }
  }
  return undefined;
}

function pathOf(within: Open | undefined): string {
  if (!within) return '';
  return within.path === '' ? String(within.at) : `${within.path}.${within.at}`;
}
