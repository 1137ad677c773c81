/** A text escaped for XML, without characters that are invalid there. */
export const xmlText = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- these are the signs that are looked for
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
