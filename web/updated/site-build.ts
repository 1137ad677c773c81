/**
 * Tells the window, as `othersitebuild`, of each answer of a server that has other files for browsers than this document
 * was made for. An event, because the reader would need to know of another file for a module that two parts share.
 * @param answered as the answer names its build; null when it does not
 */
export function noteSiteBuild(answered: string | null): void {
  const own = document.querySelector('meta[name=site-build]')?.getAttribute('content') ?? ''
  if (answered && own !== '' && answered !== own) dispatchEvent(new CustomEvent('othersitebuild', { detail: answered }))
}
