/** A text escaped for HTML, between tags or in a quoted attribute. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A value as JSON for an element `script` of data: nothing in it can end the element, or begin another. */
export const jsonInElement = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * A script of the product as the text of an element: characters that HTML would interpret are escaped in a way that is
 * valid in strings and regular expressions.
 */
export const scriptInElement = (script: string): string => script.replaceAll(/<(?=!--|\/?script)/gi, '\\x3C')
