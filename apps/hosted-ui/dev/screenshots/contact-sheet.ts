/** A page with all pictures of one look side by side, to be seen at once. */
export function contactSheet(files: readonly string[], size: 'phone' | 'desktop'): string {
  const width = size === 'phone' ? 260 : 520;
  const figures = files.map(
    (file) =>
      `<figure><img src="${file}" width="${width}" alt=""><figcaption>${file}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>
  body { display: flex; flex-wrap: wrap; gap: 16px; font: 12px sans-serif; background: #888; }
  figure { margin: 0 }
</style>
${figures.join('\n')}
`;
}
