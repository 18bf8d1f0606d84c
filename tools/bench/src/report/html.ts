import { ratioToAim, type BenchResult, type PartResult } from '../figures.js';
import { escapeHtml, svgOf } from './plots.js';
import { cellsOf } from './table.js';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 720px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: 2px 8px; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
.short { color: #b3261e; font-weight: 600; }
figure { margin: 1rem 0; overflow-x: auto; }
figcaption { font-weight: 600; }
svg { font: 12px system-ui, sans-serif; fill: currentColor; }
:root { color-scheme: light dark; }
`;

/** The result as one page without anything from outside. */
export function pageOf(result: BenchResult): string {
  const { machine, started_at, seconds } = result;
  const setting =
    `${machine.cpus} × ${machine.cpu_model}, ${machine.memory_gib} GiB, Node ${machine.node}; ` +
    `${seconds} s per measurement, begun ${started_at} at a load average of ` +
    `${machine.load_average_before.toFixed(1)}. Load generator and system share the machine.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Benchmark</title><style>${STYLE}</style></head>
<body><h1>Benchmark</h1><p>${escapeHtml(setting)}</p>
${result.parts.map(sectionOf).join('\n')}
</body></html>
`;
}

function sectionOf({ part, title, figures, plots }: PartResult): string {
  const rows = figures.map((figure) => {
    const short = (ratioToAim(figure) ?? 1) < 1 ? ' class="short"' : '';
    const [value, aim, ratio] = cellsOf(figure).map(escapeHtml);
    return (
      `<tr><td>${escapeHtml(figure.name)}</td><td>${value}</td><td>${aim}</td>` +
      `<td${short}>${ratio}</td></tr>`
    );
  });
  return `<h2>(${part}) ${escapeHtml(title)}</h2>
<table><tr><th></th><th>result</th><th>aim</th><th>of the aim</th></tr>${rows.join('')}</table>
${plots.map(svgOf).join('\n')}`;
}
