import { html, jsonScript } from './html.js';

describe('html', () => {
  it('values are escaped in text and in attributes', () => {
    const name = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">' +
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
  });

  it('nested HTML is not escaped twice, and null is left out', () => {
    const rows = ['a', 'b'].map((row) => html`<li>${row}</li>`);
    const list = html`<ul>
      ${rows}${null}
    </ul>`;
    expect(list.text.replaceAll(/\s/gu, '')).toBe('<ul><li>a</li><li>b</li></ul>');
  });

  it('data cannot leave its script element', () => {
    const script = jsonScript('settings', { evil: '</script><script>alert(1)</script>' }).text;
    expect(script.match(/<\/script>/gu)).toHaveLength(1);
    const data = script.slice(script.indexOf('>') + 1, script.lastIndexOf('<'));
    expect(JSON.parse(data)).toEqual({ evil: '</script><script>alert(1)</script>' });
  });
});
