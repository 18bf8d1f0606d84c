import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** What VitePress tells of the page that it renders. */
interface PageInfo {
  readonly relativePath?: string;
}

type Token = ReturnType<MarkdownRenderer['parse']>[number];

const FOREIGN = /^([a-z]+:|\/|#)/;
const EDGE = /^ *(\S+) --> (\S+?)(?:: (.+))?$/;
const OUTSIDE = '[*]';
const HEADING = 'stateDiagram-v2';

/**
 * Links of documents are paths in the repository. On the site they lead to the page of the document;
 * what has no page, such as source code, stays as text. A document that is missing keeps its link,
 * which the build refuses.
 */
export function linkPages(md: MarkdownRenderer, routes: ReadonlyMap<string, string>): void {
  const fileOf = new Map([...routes].map(([file, route]) => [route, file]));
  md.core.ruler.push('pages', ({ tokens, env }) => {
    const file = fileOf.get((env as PageInfo).relativePath ?? '') ?? '';
    for (const token of tokens) {
      withRelativeImages(token);
      if (token.children) token.children = linked(token.children, { file, routes });
    }
  });
}

interface From {
  readonly file: string;
  readonly routes: ReadonlyMap<string, string>;
}

function linked(tokens: readonly Token[], { file, routes }: From): Token[] {
  const dropped: boolean[] = [];
  return tokens.filter((token) => {
    withRelativeImages(token);
    if (token.type === 'link_close') return !dropped.pop();
    if (token.type !== 'link_open') return true;
    const [path = '', anchor] = (token.attrGet('href') ?? '').split('#');
    const isPage = path.endsWith('.md');
    const isKept = path === '' || FOREIGN.test(path) || isPage;
    dropped.push(!isKept);
    if (isPage && !FOREIGN.test(path)) {
      const target = posix.join(posix.dirname(file), path);
      token.attrSet(
        'href',
        `/${routes.get(target) ?? target}${anchor === undefined ? '' : `#${anchor}`}`,
      );
    }
    return isKept;
  });
}

/** The bundler takes an address for a file if it begins with a dot. */
function withRelativeImages(token: Token): void {
  if (!token.type.startsWith('html_')) return;
  token.content = token.content.replaceAll(/(<img src=")(?=\w)(?![a-z]+:)/g, '$1./');
}

/**
 * Diagrams of states become tables: a library that draws them has a megabyte and sets styles inside
 * the page. Where a table of the same states follows, it stands alone.
 */
export function tabulateDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  const { escapeHtml } = md.utils;
  const row = (cells: readonly string[], tag = 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  md.renderer.rules.fence = (...given) => {
    const [tokens, at] = given;
    const [token, next] = tokens.slice(at);
    if (token?.info.trim() !== 'mermaid') return fence?.(...given) ?? '';
    if (next?.type === 'table_open') return '';
    const rows = edgesOf(token.content).map((edge) => row(edge));
    const head = row(['From', 'To', 'When'], 'th');
    return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
  };
}

function edgesOf(diagram: string): string[][] {
  const [heading, ...lines] = diagram.trim().split('\n');
  if (heading !== HEADING) throw new Error(`A diagram does not begin with ${HEADING}.`);
  return lines.map((line) => {
    const [, from = '', to = '', when = ''] = EDGE.exec(line) ?? [];
    if (to === '') throw new Error(`A diagram has a line that is no edge: ${line}`);
    return [from === OUTSIDE ? '–' : from, to === OUTSIDE ? '–' : to, when];
  });
}
