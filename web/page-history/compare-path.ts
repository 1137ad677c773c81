/** The address of a comparison; 0 stands for the current page, which is never compared with itself. */
export function comparePath(pageId: number, one: number, other: number): string {
  const [version, second] = one === 0 ? [other, one] : [one, other]
  return `/page/diff/${pageId}/${version}${second === 0 ? '' : `?with=${second}`}`
}
