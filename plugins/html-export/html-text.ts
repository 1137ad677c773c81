/** A text as it stands in HTML, between tags or in a quoted attribute. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A value as JSON that can stand in an element `script` of data: nothing in it can end the element, or begin another. */
export const jsonInElement = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * A script of the product as the text of an element: what HTML would read in it stands as an escape, as scripts have it in
 * texts and patterns.
 */
export const scriptInElement = (script: string): string => script.replaceAll(/<(?=!--|\/?script)/gi, '\\x3C')
