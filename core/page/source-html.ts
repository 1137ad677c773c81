/** A text as HTML that shows it as it is. */
export const sourceHtml = (text: string): string =>
  `<pre><code>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code></pre>`
